! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check -Wno-serial -Wno-branches | FileCheck %s

! A minimum begins with infinity, or the largest number: neither is a magnitude
! that rounding is measured by.
! CHECK: shifted: c: ok: max relative error
subroutine shifted(m, lo, hi, step, f, s)
  implicit none
  integer, intent(in) :: m, lo, hi, step
  real(8), intent(in) :: f(m)
  real(8), intent(inout) :: s(m)
  integer :: i
  do i = hi, lo, -step
    s(i) = f(i) + minval(f(max(1, i-2):min(m, i+2)))
  end do
  s(lo:hi:step) = s(lo:hi:step)*2
end subroutine
