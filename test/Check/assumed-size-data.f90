! Assumed-size arrays are as large as the data that subscript them make it
! necessary: through --init, random subscripts, counters, values computed on
! the way, products.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --init 'row_ptr=1+3*i0' --init 'first=(i0*i0+i0)//2' --init 'length=2+i0' %s | FileCheck %s --implicit-check-not=FAILED
! CHECK: check: spmv: c: ok
! CHECK: check: gather: c: ok
! CHECK: check: pack: c: ok
! CHECK: check: blocks: c: ok
! CHECK: check: offsets: c: ok
subroutine spmv(m, row_ptr, col, val, x, y)
  implicit none
  integer, intent(in) :: m
  integer, intent(in) :: row_ptr(*), col(*)
  real(8), intent(in) :: val(*), x(*)
  real(8), intent(inout) :: y(m)
  integer :: i, j
  do i = 1, m
    y(i) = 0
    do j = row_ptr(i), row_ptr(i+1) - 1
      y(i) = y(i) + val(j)*x(col(j))
    end do
  end do
end subroutine

subroutine gather(n, idx, a, b)
  implicit none
  integer, intent(in) :: n, idx(n)
  real, intent(in) :: a(*)
  real, intent(out) :: b(n)
  integer :: i, k
  do i = 1, n
    k = 1000*idx(i) + mod(i, 7)
    b(i) = a(k) + a(max(k - 500, 3*i))
  end do
end subroutine

subroutine pack(n, a, count, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  integer, intent(out) :: count
  real, intent(inout) :: b(*)
  integer :: i
  count = 0
  do i = 1, n
    if (a(i) > 1) then
      count = count + 2
      b(1000*count) = a(i)
    end if
  end do
end subroutine

subroutine blocks(n, first, a)
  implicit none
  integer, intent(in) :: n, first(n)
  real, intent(inout) :: a(n,*)
  integer :: i, j, column
  do i = 1, n
    do j = 1, first(i)
      column = first(i)*first(i) + j
      a(i, column) = a(i, column) + 1
    end do
  end do
end subroutine

subroutine offsets(n, length, start, a)
  implicit none
  integer, intent(in) :: n, length(n)
  integer, intent(inout) :: start(n+1)
  real, intent(inout) :: a(*)
  integer :: i, total
  total = 0
  do i = 1, n
    start(i) = total
    total = total + 100*length(i)
  end do
  do i = 1, n
    a(start(i) + 1) = i
  end do
end subroutine
