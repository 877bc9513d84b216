! What a loop variable is behind its loop is not set where nothing reads it, and
! keeps no other loop from being spread.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --print-after=schedule --check --target=opencl,c 2>&1 | FileCheck %s --implicit-check-not=serial
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl --param n=1 -Wno-branches 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=serial
! RUN: %loopyc %s -DRK=8 --print-after=separate-values --check --target=c 2>&1 | FileCheck %s --check-prefix=READ
! ONE-DAG: check: chosen: opencl: ok
! ONE-DAG: check: found: opencl: ok

! CHECK: SCHEDULE: chosen
! CHECK-NOT: gbarrier
! CHECK: gid(0)
! CHECK: for j
! CHECK-DAG: check: chosen: opencl: ok
! CHECK-DAG: check: chosen: c: ok
! CHECK-DAG: check: found: opencl: ok
! CHECK-DAG: check: found: c: ok
subroutine chosen(n, m, a, b)
  implicit none
  integer, parameter :: r = RK
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m, 4)
  real(RK), intent(inout) :: b(n, 4)
  integer :: i, j, k, l
  real(RK) :: most
  do j = 1, m
    do i = 1, n
      most = -huge(most)
      l = 1
      do k = 1, 4
        if (a(i, j, k) > most) then
          most = a(i, j, k)
          l = k
        end if
      end do
      k = l
      b(i, k) = b(i, k) + most
    end do
    do i = 1, n
      do k = 2, 4
        b(i, k) = b(i, k) + 0.5_r*b(i, k - 1)
      end do
    end do
  end do
end subroutine

! READ: subroutine found
! READ: b[i - 1] = b[i - 1] + 500
! READ: k_1 = 0
! READ-NOT: k_1 = max
! READ: check: found: c: ok
subroutine found(n, a, b)
  implicit none
  integer, parameter :: r = RK
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, 4)
  integer, intent(out) :: b(n)
  integer :: i, k
  do i = 1, n
    b(i) = 0
    do k = 1, 4
      if (a(i, k) > 0.5_r) b(i) = b(i) + k
    end do
    b(i) = b(i) + 100*k
    k = 0
    if (a(i, 1) > 0.25_r) k = b(i)
    b(i) = b(i) + k
    do k = 1, 4
      if (a(i, k) < 0.5_r) b(i) = b(i) + k
    end do
  end do
end subroutine
