! What a module protects, the check sets all the same: in copies of the sources.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w | FileCheck %s --implicit-check-not=skipped
! CHECK: check: shift: c: ok: max relative error {{.*}} in a
! CHECK: check: scale: c: ok: max relative error {{.*}} in a
module pressures
  implicit none
  real(8), protected :: ptop = 225d0
  real(8) :: pbase(2) = [1d0, 2d0]
  protected pbase
contains
  real(8) function above(x)
    real(8), intent(in) :: x
    above = x + ptop
  end function
end module
subroutine shift(n, a)
  use pressures
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = above(a(i))*ptop
  end do
end subroutine
subroutine scale(n, a)
  use pressures
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i)*pbase(2)
  end do
end subroutine
