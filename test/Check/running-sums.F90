! Errors of sums are relative to the magnitudes of what is summed up, so far:
! what cancellation leaves of running sums of both signs is no error, one term
! too few or too many is. So are those of products that grow little. With SEED, what gfortran compiles has one more or less.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel -DRK=4 --param n=100003 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=c --map-parallel -DRK=8 --param n=1 | FileCheck %s --implicit-check-not=FAILED
! CHECK-DAG: check: running: c: ok
! CHECK-DAG: check: chain: c: ok
! CHECK-DAG: check: dot: c: ok
! CHECK-DAG: check: rows: c: ok
! CHECK-DAG: check: growth: c: ok
! RUN: not %loopyc %s --check --target=c --map-parallel -DRK=4 --param n=1003 -DSEED=-1 2>&1 | FileCheck %s --check-prefix=WRONG
! RUN: not %loopyc %s --check --target=c --map-parallel -DRK=8 --param n=100003 -DSEED=1 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG-DAG: check: running: c: FAILED
! WRONG-DAG: check: chain: c: FAILED
! WRONG-DAG: check: dot: c: FAILED
! WRONG-DAG: check: rows: c: FAILED
#if defined(SEED) && defined(__GFORTRAN__)
#define DIFFER(s) s = s + SEED*x((n + 1)/2)
#else
#define DIFFER(s)
#endif
subroutine running(n, x, y, e, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), e(n), s
  integer :: i
  DIFFER(s)
  do i = 1, n
    e(i) = s
    s = s - x(i)
    y(i) = 2*s
  end do
end subroutine
subroutine chain(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i
  DIFFER(y(n))
  do i = n - 1, 1, -1
    y(i) = y(i+1) + x(i)
  end do
end subroutine
subroutine dot(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n), y(n)
  real(RK), intent(inout) :: s
  integer :: i
  s = 0
  DIFFER(s)
  do i = 1, n
    s = s + (x(i) - 3)*y(i)
  end do
end subroutine
subroutine rows(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n,3)
  real(RK) :: s
  integer :: i, j
  do j = 1, 3
    s = 0
    DIFFER(s)
    do i = 1, n
      s = s + x(i)*j
      y(i,j) = s
    end do
  end do
end subroutine
subroutine growth(n, x, z, t)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: z(n), t
  integer :: i
  do i = 1, n
    t = t*(1 + x(i)/n)
    z(i) = t - x(i)
  end do
end subroutine
