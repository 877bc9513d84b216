! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --map-parallel --param n=100 --param tol=0.001 | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --map-parallel --param n=1 --param tol=0.25 | FileCheck %s
! RUN: %loopyc %s --target=c --map-parallel -o %t && FileCheck %s --check-prefix=HOST < %t.c
! Loops around parallel loops that the device's values end: the host reads the
! flag back before each iteration, and stops.

! CHECK-DAG: check: jacobi: opencl: ok
! CHECK-DAG: check: jacobi: c: ok
! HOST: int jacobi_launch_c(
! HOST: for (int64_t iteration = 0LL;
! HOST: status = (v_loopyc_value_going_ = *going, LOOPYC_SUCCESS);
! HOST-NEXT: if (status != LOOPYC_SUCCESS || !(v_loopyc_value_going_))
! HOST-NEXT: break;
! HOST: status = jacobi_1_part_launch_c(
subroutine jacobi(n, tol, u, v, steps)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tol
  real(8), intent(inout) :: u(0:n+1), v(0:n+1)
  integer, intent(inout) :: steps
  integer :: i
  real(8) :: err
  steps = 0
  err = 2*tol + 1
  do while (err > tol .and. steps < 300)
    do i = 1, n
      v(i) = 0.5d0*(u(i - 1) + u(i + 1))
    end do
    err = 0
    do i = 1, n
      err = max(err, abs(v(i) - u(i)))
    end do
    do i = 1, n
      u(i) = v(i)
    end do
    steps = steps + 1
  end do
end subroutine

! CHECK-DAG: check: sweeps: opencl: ok
! CHECK-DAG: check: sweeps: c: ok
subroutine sweeps(n, tol, u, last)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: tol
  real(8), intent(inout) :: u(n)
  integer, intent(inout) :: last
  integer :: i, step
  real(8) :: total
  do step = 1, 50
    do i = 1, n
      u(i) = 0.75d0*u(i)
    end do
    total = 0
    do i = 1, n
      total = total + abs(u(i))
    end do
    if (total < tol*n) exit
    do i = 1, n
      u(i) = u(i) + 0.0001d0
    end do
  end do
  last = step
end subroutine
