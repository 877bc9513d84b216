! An endless loop around loops that are left from inside.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --target=c --emit=device -o - -Wno-serial | FileCheck %s --check-prefix=CODE
! CHECK: check: sweeps: c: ok
! CODE: while (
subroutine sweeps(n, m, x, t)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), t
  integer :: i, l, steps
  steps = 0
  do while (steps < 7)
    do i = 1, n
      do l = 1, m
        if (x(i) > 9) exit
        x(i) = x(i) + 1
      end do
    end do
    t = 0.5d0*t
    steps = steps + 1
  end do
end subroutine
