! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=23 --init 'by=mod(3*i0, 9) - 4' | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=1 --init by=i0-3 | FileCheck %s
! Loop variables that are read behind their loops, assigned elsewhere or known
! to the caller; steps that are no constants.

! CHECK-DAG: check: behind: opencl: ok
! CHECK-DAG: check: behind: c: ok
subroutine behind(n, a, at)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer, intent(inout) :: at(5)
  integer :: i
  i = 7
  at(5) = i
  do i = 1, n
    a(i) = a(i) + 1
  end do
  at(1) = i
  do i = n, 2, -3
    a(i) = a(i) + 2
  end do
  at(2) = i
  do i = 2, 1
    a(i) = 0
  end do
  at(3) = i
  do i = i, i + n - 2
    a(i - 1) = a(i - 1)*2
  end do
  at(4) = i
end subroutine

! CHECK-DAG: check: dummies: opencl: ok
! CHECK-DAG: check: dummies: c: ok
subroutine dummies(n, a, i)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer, intent(inout) :: i
  do i = 1, n
    if (a(i) > 0.7d0) exit
    a(i) = i
  end do
end subroutine

! CHECK-DAG: check: steps: opencl: ok
! CHECK-DAG: check: steps: c: ok
subroutine steps(n, by, a, b, last)
  implicit none
  integer, intent(in) :: n, by(n)
  real(8), intent(inout) :: a(n), b(n)
  integer, intent(inout) :: last(n)
  integer :: i, j, s
  do i = 1, n
    s = mod(by(i), 4) + 1
    if (s == 0) s = -2
    do j = 1, n, s
      b(i) = b(i) + j
    end do
    do j = n, 1, s
      if (s < 0) b(i) = b(i) + a(j)
    end do
    last(i) = j
  end do
end subroutine
