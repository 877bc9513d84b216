! What stands for "none" is no magnitude that errors are measured by: neither
! where minima begin, nor where a value is missing, nor a penalty that does not
! apply. Neither is a magnitude that overflows, and infinity is not any value.
! With WRONG, what gfortran compiles computes something else
! (no conditions here: where they are counted, it gets no directives).
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches -DRK=8 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches -DRK=4 | FileCheck %s --implicit-check-not=FAILED
! CHECK-DAG: check: nearest: c: ok
! CHECK-DAG: check: missing: c: ok
! CHECK-DAG: check: penalty: c: ok
! CHECK-DAG: check: cubes: c: ok
! CHECK-DAG: check: large: c: ok
! RUN: not %loopyc %s --check --target=c -Wno-serial -Wno-branches -DRK=8 -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
! RUN: not %loopyc %s --check --target=c -Wno-serial -Wno-branches -DRK=4 -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG-DAG: check: nearest: c: FAILED
! WRONG-DAG: check: missing: c: FAILED
! WRONG-DAG: check: penalty: c: FAILED
! WRONG-DAG: check: cubes: c: FAILED
! WRONG-DAG: check: large: c: FAILED
#if defined(WRONG) && defined(__GFORTRAN__)
#define DIFFER(r) r = r*1.01
#else
#define DIFFER(r)
#endif
subroutine nearest(n, m, x, y, w, r)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n), y(m), w(m)
  real(RK), intent(out) :: r(n)
  integer :: i, j
  real(RK) :: best, s
  do i = 1, n
    best = 1d30
    s = 0
    do j = 1, m
      best = min(best, (x(i) - y(j))**2)
      s = s + w(j)*x(i)
    end do
    r(i) = best + s
    DIFFER(r(i))
  end do
end subroutine
subroutine missing(n, m, x, y, r)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n,m), y(n)
  real(RK), intent(out) :: r(n)
  integer :: i, j
  real(RK) :: s
  do i = 1, n
    s = 0
    do j = 1, m
      s = s + x(i,j)
    end do
    DIFFER(s)
    r(i) = merge(1d20, real(s, 8), y(i) > 0.9)
  end do
end subroutine
subroutine penalty(n, m, x, y, w, r)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n), y(m), w(m)
  real(RK), intent(out) :: r(n)
  integer :: i, j
  real(RK) :: best, s, more
  do i = 1, n
    best = 1
    s = 0
    do j = 1, m
      more = merge(1d25, 0d0, w(j) > 1.2)
      best = min(best, x(i) + y(j) + more)
      s = s + w(j)*x(i)
    end do
    r(i) = best + s
    DIFFER(r(i))
  end do
end subroutine
subroutine cubes(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n), y(n)
  real(RK), intent(inout) :: s
  integer :: i
  real(RK) :: t
  do i = 1, n
    t = huge(x)**(1.0/3)*(x(i) - x(i))
    s = s + (1000*t)**3 + y(i)
  end do
  DIFFER(s)
end subroutine
subroutine large(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: r(n)
  integer :: i
  do i = 1, n
    r(i) = x(i)*huge(x)*4
#if defined(WRONG) && defined(__GFORTRAN__)
    r(i) = x(i)
#endif
  end do
end subroutine
!$loopy begin
!$loopy end
