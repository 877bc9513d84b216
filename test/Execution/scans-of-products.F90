! Scans of as many elements as a product of arguments says: the host computes it,
! and makes room for what groups leave for each other before.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --verify --check --target=opencl,c 2>&1 | FileCheck %s --implicit-check-not=serial
! RUN: %loopyc %s -DRK=8 --check --target=opencl --param n=77 --param m=133 2>&1 | FileCheck %s --check-prefix=OPENCL --implicit-check-not=serial
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl --param n=1 --param m=1 -Wno-branches 2>&1 | FileCheck %s --check-prefix=OPENCL
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl --param n=0 --param m=7 -Wno-branches 2>&1 | FileCheck %s --check-prefix=OPENCL
! CHECK-DAG: check: running: opencl: ok
! CHECK-DAG: check: running: c: ok
! CHECK-DAG: check: chosen: opencl: ok
! CHECK-DAG: check: chosen: c: ok
! CHECK-DAG: check: flat: opencl: ok
! CHECK-DAG: check: flat: c: ok
! OPENCL-DAG: check: running: opencl: ok
! OPENCL-DAG: check: chosen: opencl: ok
! OPENCL-DAG: check: flat: opencl: ok
subroutine running(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n*m)
  real(RK), intent(out) :: y(n*m)
  integer :: i, k
  real(RK) :: s
  k = n*m
  s = 0
  do i = 1, k
    s = s + x(i)
    y(i) = s
  end do
end subroutine

! What is above a half, in order.
subroutine chosen(n, m, x, z, j)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n*m)
  real(RK), intent(inout) :: z(n*m)
  integer, intent(out) :: j
  integer :: i
  j = 0
  do i = 1, n*m
    if (x(i) > 0.5) then
      j = j + 1
      z(j) = x(i)
    end if
  end do
end subroutine

! Of a matrix that a call takes for a vector.
subroutine flat(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(out) :: y(n, m)
  call inner(n*m, x, y)
contains
  subroutine inner(k, a, b)
    integer, intent(in) :: k
    real(RK), intent(in) :: a(k)
    real(RK), intent(out) :: b(k)
    integer :: i
    real(RK) :: s
    s = 1
    do i = 1, k
      s = max(s, a(i))
      b(i) = s
    end do
  end subroutine
end subroutine
