! Where the original fails at the sizes that were drawn, or does nothing, others
! are drawn; what the user gave is not a failure if both sides do nothing.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! CHECK: check: quotient: c: ok: max relative error
! CHECK: check: counted: c: ok: max relative error
! CHECK: check: rare: c: ok: max relative error
! RUN: %loopyc %s --check --target=c --param n=1 --param m=1 | FileCheck %s --check-prefix=GIVEN
! GIVEN: check: counted: c: ok: with these inputs the original Fortran changes none of its arguments, and neither does the generated code (cc, 3 runs)
! GIVEN: check: rare: c: ok
! RUN: not %loopyc %S/Inputs/idle.f90 --check --target=c | FileCheck %s --check-prefix=IDLE
! IDLE: check: idle: c: FAILED: the original Fortran changed none of its arguments
! RUN: not %loopyc %s --check --target=c --param n=3 --param m=5 | FileCheck %s --check-prefix=OUTSIDE
! OUTSIDE: check: quotient: c: FAILED: the original Fortran fails at line [[#@LINE+6]]: Index '0' of dimension 1
subroutine quotient(n, m, x)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = n/m, m
    if (i <= n) x(i) = x(i) + 1
  end do
end subroutine
subroutine counted(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  k = 0
  do i = 2, n
    if (x(i) < 0) k = k + 1
  end do
  do i = 1, k
    y(i) = y(i) + x(i)
  end do
end subroutine
subroutine rare(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (abs(x(i)) > 1.6) y(i) = y(i) + x(i)
  end do
end subroutine
