! Bounds that a local array keeps are known where loops begin.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --print-after=split-bound-arrays -o %t 2>&1 | FileCheck %s --check-prefix=PROGRAM --implicit-check-not=warning:
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: check: relax: opencl: ok
! CHECK: check: relax: c: ok
! CHECK: check: kept: opencl: ok
! CHECK: check: kept: c: ok
! CHECK: check: explicit_shapes: opencl: ok
! CHECK: check: explicit_shapes: c: ok
! PROGRAM: lo_1 = u_lbound_1
! PROGRAM: do j = lo_2, hi_2
! PROGRAM-NEXT: do i = lo_1, hi_1
subroutine relax(u, v)
  implicit none
  real(8), allocatable, intent(inout) :: u(:, :), v(:, :)
  integer :: lo(2), hi(2), i, j
  !$loopy begin kernel: relax
  lo = lbound(u)
  hi = ubound(u)
  do j = lo(2), hi(2)
    do i = lo(1), hi(1)
      u(i, j) = 2*u(i, j) + 1
    end do
  end do
  !$loopy end kernel: relax
end subroutine

! Where a variable chooses, it stays an array.
subroutine kept(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m)
  integer :: last(2), i, j, d
  !$loopy begin kernel: kept
  last = shape(a)
  do d = 1, 2
    last(d) = max(1, last(d) - 1)
  end do
  do j = 1, last(2)
    do i = 1, last(1)
      a(i, j) = 2*a(i, j) + 1
    end do
  end do
  !$loopy end kernel: kept
end subroutine

! Of explicit shapes, and where a kind is asked for.
subroutine explicit_shapes(n, m, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: c(0:n, -1:m)
  integer :: lo(2), hi(2), i, j
  !$loopy begin kernel: explicit_shapes
  lo = lbound(c)
  hi = ubound(c, kind=4)
  do j = lo(2), hi(2)
    do i = lo(1), hi(1)
      c(i, j) = 2*c(i, j) + real(size(c, kind=8), 8) + product(ubound(c) + 1)
    end do
  end do
  !$loopy end kernel: explicit_shapes
end subroutine
