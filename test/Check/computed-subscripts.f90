! Where a subscript is one of several values that are read of integer arrays,
! these hold values that are valid for each of them; where nothing is known of
! it, sizes are chosen at which the original stays inside of its arrays.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial | FileCheck %s --implicit-check-not=FAILED
! CHECK: check: twice: c: ok
! CHECK: check: either: c: ok
! CHECK: check: steps: c: ok
! CHECK: check: backward: c: ok
subroutine twice(n, idx, x, y)
  implicit none
  integer, intent(in) :: n, idx(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    k = idx(i)
    y(i) = x(k)
    k = idx(i)
    y(i) = y(i) + 2*x(k)
  end do
end subroutine
subroutine either(n, left, right, x, y)
  implicit none
  integer, intent(in) :: n, left(n), right(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    k = left(i)
    if (y(i) < 0) k = right(i) + 1
    y(i) = x(k)
  end do
end subroutine
subroutine steps(n, length, y)
  implicit none
  integer, intent(in) :: n, length(2)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  k = 0
  do i = 1, 2
    k = k + length(i)
    y(k) = y(k) + 1
  end do
end subroutine
subroutine backward(n, m, p, x, a)
  implicit none
  integer, intent(in) :: n, m, p(m)
  real(8), intent(in) :: x(m)
  real(8), intent(inout) :: a(*)
  integer :: i, j, k
  do i = 1, m
    k = p(i)
    k = k - 1
    do j = 1, n
      a(k + j + n*i) = 0.5d0*a(k + j + n*i) + x(i)
    end do
  end do
end subroutine
!$loopy begin
!$loopy end
