! Sums are compared by what rounding makes of as many terms; --rtol is taken as
! it is.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel --param n=300000 | FileCheck %s
! RUN: not %loopyc %s --check --target=c --map-parallel --param n=300000 --rtol=1e-6 2>&1 | FileCheck %s --check-prefix=GIVEN
! CHECK: check: total: c: ok: max relative error {{[0-9.]+e-0[56]}} in s
! GIVEN: check: total: c: FAILED: s = {{.*}} (max relative error {{[0-9.]+e-0[56]}})
subroutine total(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n), y(n)
  real(4), intent(inout) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine
