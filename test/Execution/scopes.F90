! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=29 | FileCheck %s
! block, associate and do concurrent.

! CHECK-DAG: check: blocks: opencl: ok
! CHECK-DAG: check: blocks: c: ok
subroutine blocks(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  real(8) :: t
  t = 3
  do i = 1, n
    block
      real(8) :: t, w(3)
      integer :: j
      t = a(i)
      do j = 1, 3
        w(j) = t*j
      end do
      named: block
        integer :: t
        t = int(10*a(i))
        if (t > 5) exit named
        w(2) = w(2) + t
      end block named
      b(i) = b(i) + w(1) + w(2) + w(3)
    end block
    b(i) = b(i) + t
  end do
end subroutine

! CHECK-DAG: check: associates: opencl: ok
! CHECK-DAG: check: associates: c: ok
subroutine associates(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n, n)
  integer :: i, j
  associate (u => a, v => b, half => 0.5d0*n)
    do j = 1, n
      do i = 1, n
        associate (here => v(i, j), twice => 2*u(i, j), n => i + j)
          here = here + twice
          if (n > 10) here = here - half
        end associate
      end do
    end do
  end associate
end subroutine

! CHECK-DAG: check: concurrent: opencl: ok
! CHECK-DAG: check: concurrent: c: ok
subroutine concurrent(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n, n)
  integer :: i, j
  real(8) :: t
  i = 3
  do concurrent (i = 1:n, j = n:1:-2, a(i, j) > 0.2d0)
    t = a(i, j)
    if (t > 0.9d0) cycle
    b(i, j) = b(i, j) + t
  end do
  b(1, 1) = b(1, 1) + i
  do concurrent (i = 1:n)
    b(i, n) = b(i, n)*2
  end do
end subroutine
