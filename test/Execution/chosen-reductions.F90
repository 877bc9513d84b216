! Several reductions into elements of one array, each with its own operation:
! elements whose subscripts are different constants have nothing to do with
! each other.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 --check --verify --target=opencl,c -Werror=serial --param n=1 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial --param n=131 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial --param n=0 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial --param n=1000 -o %t | FileCheck %s
! CHECK-NOT: FAILED
! CHECK-DAG: check: diagnostics: opencl: ok
! CHECK-DAG: check: diagnostics: c: ok
! CHECK-DAG: check: rows: opencl: ok
! CHECK-DAG: check: rows: c: ok
! CHECK-DAG: check: places: opencl: ok
! CHECK-DAG: check: places: c: ok
! CHECK-NOT: FAILED
! RUN: %loopyc %s -DRK=8 -DRUNNING --target=opencl --emit=device -o - 2>&1 | FileCheck %s --check-prefix=CODE

! What reads an element in the loops that update it, or updates it by another
! operation, is an obstacle as ever.
! CODE-DAG: kernel 'running': the loop over 'i' stays on one work-item
! CODE-DAG: kernel 'mixed': the loop over 'i' stays on one work-item

! CODE: void diagnostics(
! CODE: d_partial = d_partial + u[
! CODE: d_partial_0 = fmax(d_partial_0, fabs(u[
! CODE: d_partial_1 = fmin(d_partial_1, u[
! CODE: void diagnostics_0(
! CODE-DAG: d[0] = d[0] +
! CODE-DAG: d[1] = fmax(d[1],
! CODE-DAG: d[2] = fmin(d[2],
subroutine diagnostics(n, u, d)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(inout) :: d(3)
  integer :: i
  do i = 1, n
    d(1) = d(1) + u(i)
    d(2) = max(d(2), abs(u(i)))
    d(3) = min(d(3), u(i))
  end do
end subroutine

! An axis that tells them apart, beside others that do not.
subroutine rows(n, a, r, count)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, 5)
  real(RK), intent(inout) :: r(5, 2)
  integer, intent(inout) :: count(4)
  integer :: i, j
  do j = 1, 5
    do i = 1, n
      r(j, 1) = r(j, 1) + a(i, j)
      r(j, 2) = max(r(j, 2), a(i, j))
    end do
  end do
  do i = 1, n
    count(1) = count(1) + 1
    if (a(i, 1) > 0.5) count(2) = count(2) + 1
    count(3) = ior(count(3), i)
    count(4) = max(count(4), mod(7*i, 31))
  end do
end subroutine

! An extremum with its place, in two elements of one array, and a sum.
subroutine places(n, a, e)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: e(3)
  integer :: i
  e(1) = 0
  do i = 1, n
    if (a(i) > e(1)) then
      e(1) = a(i)
      e(2) = i
    end if
    e(3) = e(3) + a(i)
  end do
end subroutine

#ifdef RUNNING
subroutine running(n, a, d)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: d(2)
  integer :: i
  do i = 1, n
    d(1) = d(1) + a(i)
    d(2) = max(d(2), d(1))
  end do
end subroutine

subroutine mixed(n, k, a, d)
  implicit none
  integer, intent(in) :: n, k
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: d(2)
  integer :: i
  do i = 1, n
    d(1) = d(1) + a(i)
    d(k) = max(d(k), a(i))
  end do
end subroutine
#endif
