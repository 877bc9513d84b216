! Counters that go by an amount that only the caller knows are functions of their
! loops, as in BLAS.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --print-after=replace-induction-variables -o %t 2>&1 | FileCheck %s --check-prefix=PROGRAM
! RUN: %loopyc %s -w --check --target=opencl,c --param n=301 --param incx=2 --param incy=3 | FileCheck %s
! RUN: %unoptimised %loopyc %s -w --check --target=opencl,c --param n=5 --param incx=1 --param incy=1 | FileCheck %s
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=ADVICE
! CHECK: check: axpy: opencl: ok
! CHECK: check: axpy: c: ok
! CHECK: check: guarded: opencl: ok
! CHECK: check: behind: opencl: ok
! CHECK: check: columns: opencl: ok

! Without a guard, only an increment that is not zero leaves the writes apart:
! ADVICE: kernel 'axpy': the loop over 'i' stays on one work-item: {{.*}}say that incy >= 1: assume(knl, "incy >= 1")
! ADVICE-NOT: kernel 'guarded'
! ADVICE-NOT: kernel 'behind'
! ADVICE-NOT: kernel 'columns'

! PROGRAM: subroutine axpy
! PROGRAM-NOT: iy = iy + incy
! PROGRAM: end
subroutine axpy(n, a, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: a, x(n*incx)
  real(8), intent(inout) :: y(n*incy)
  integer :: i, ix, iy
  ix = 1
  iy = 1
  if (incx < 0) ix = (-n + 1)*incx + 1
  if (incy < 0) iy = (-n + 1)*incy + 1
  do i = 1, n
    y(iy) = y(iy) + a*x(ix)
    ix = ix + incx
    iy = iy + incy
  end do
end subroutine axpy
subroutine guarded(n, a, x, incx, y, incy)
  implicit none
  integer, intent(in) :: n, incx, incy
  real(8), intent(in) :: a, x(n*incx)
  real(8), intent(inout) :: y(n*incy)
  integer :: i, ix, iy
  if (incy > 0 .and. incx > 0) then
    ix = 1 - incx
    iy = 1
    do i = 1, n
      ix = incx + ix
      y(iy) = y(iy) + a*x(ix)
      iy = iy + incy
    end do
  end if
end subroutine guarded
! Their value behind the loop, and down from above:
subroutine behind(n, x, incx, last, y)
  implicit none
  integer, intent(in) :: n, incx
  real(8), intent(in) :: x(n*incx)
  integer, intent(out) :: last
  real(8), intent(inout) :: y(n)
  integer :: i, ix
  ix = (n - 1)*incx + 1
  do i = n, 1, -1
    y(i) = y(i) + x(ix)
    ix = ix - incx
  end do
  last = ix
end subroutine behind
subroutine columns(n, m, x, incx, y)
  implicit none
  integer, intent(in) :: n, m, incx
  real(8), intent(in) :: x(n*incx)
  real(8), intent(inout) :: y(n, m)
  integer :: i, j, ix
  do j = 1, m
    ix = 1
    do i = 1, n
      y(i, j) = y(i, j) + x(ix)
      ix = ix + incx
    end do
  end do
end subroutine columns
