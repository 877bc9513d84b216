! Signs are left out where the last digits of the inputs would decide about the
! results: differences of what is nearly equal, rounded to integers.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check | FileCheck %s
! CHECK: check: steep: c: ok: max relative error
subroutine steep(n, x, y)
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(4), intent(out) :: y
  integer :: i
  y = 0
  do i = 1, n
    y = y + x(i)*x(n + 1 - i)*1.0e3
  end do
  y = 1/sin(y*1.0e3)
end subroutine
