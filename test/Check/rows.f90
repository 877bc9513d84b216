! Arrays that bound loops get values for which these stay inside of what they
! index: where rows begin they increase, and rows are empty, short and long.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=branches
! CHECK-DAG: check: csr: c: ok
! CHECK-DAG: check: zero_based: c: ok
! CHECK-DAG: check: lengths: c: ok
! CHECK-DAG: check: ranges: c: ok
! CHECK-DAG: check: begins: c: ok
! CHECK-DAG: check: assumed: c: ok
! CHECK-DAG: check: from_here: c: ok
! CHECK-DAG: check: fixed_size: c: ok
! CHECK-DAG: check: active: c: ok
! RUN: %loopyc --check --target=c %s --param m=1 --param n=1 | FileCheck %s --implicit-check-not=FAILED
subroutine csr(m, n, nnz, row_ptr, col, val, x, y)
  integer, intent(in) :: m, n, nnz
  integer, intent(in) :: row_ptr(m+1), col(nnz)
  real(8), intent(in) :: val(nnz), x(n)
  real(8), intent(out) :: y(m)
  integer :: i, k
  do i = 1, m
    y(i) = 0
    do k = row_ptr(i), row_ptr(i+1) - 1
      y(i) = y(i) + val(k)*x(col(k))
    end do
    if (row_ptr(i) == row_ptr(i+1)) y(i) = -1
    if (row_ptr(i+1) - row_ptr(i) > 5*nnz/m) y(i) = 2*y(i)
  end do
end subroutine
subroutine zero_based(m, nnz, ptr, a, y)
  integer, intent(in) :: m, nnz
  integer, intent(in) :: ptr(0:m)
  real(8), intent(in) :: a(0:nnz-1)
  real(8), intent(out) :: y(m)
  integer :: i, k, first, last
  do i = 1, m
    y(i) = 0
    first = ptr(i-1)
    last = ptr(i)
    do k = first, last - 1
      y(i) = y(i) + a(k)
    end do
  end do
end subroutine
subroutine lengths(n, m, len, a, y)
  integer, intent(in) :: n, m, len(n)
  real(8), intent(in) :: a(m, n)
  real(8), intent(out) :: y(n)
  integer :: i, k
  do i = 1, n
    y(i) = 0
    do k = 1, len(i)
      y(i) = y(i) + a(k, i)
    end do
  end do
end subroutine
subroutine ranges(n, m, first, last, a)
  integer, intent(in) :: n, m, first(n), last(n)
  real(8), intent(inout) :: a(m, n)
  integer :: i, k
  do i = 1, n
    do k = first(i), last(i)
      a(k, i) = a(k, i) + i
    end do
    if (first(i) > last(i)) a(1, i) = 0
  end do
end subroutine
subroutine begins(n, m, start, count, a)
  integer, intent(in) :: n, m, start(n), count(n)
  real(8), intent(inout) :: a(m)
  integer :: i, k
  do i = 1, n
    do k = 1, count(i)
      a(start(i) + k) = a(start(i) + k) + i
    end do
  end do
end subroutine
subroutine assumed(n, ptr, col, val, x, y)
  integer, intent(in) :: n, ptr(*), col(*)
  real(8), intent(in) :: val(*), x(*)
  real(8), intent(out) :: y(n)
  integer :: i, k
  do i = 1, n
    y(i) = 0
    do k = ptr(i), ptr(i+1) - 1
      y(i) = y(i) + val(k)*x(col(k))
    end do
  end do
end subroutine
subroutine from_here(n, top, a)
  integer, intent(in) :: n, top(n)
  real(8), intent(inout) :: a(n, n)
  integer :: i, k
  do i = 1, n
    do k = top(i), n
      a(i, k) = 2*a(i, k)
    end do
  end do
end subroutine
subroutine fixed_size(n, rows, a)
  integer, intent(in) :: n, rows(n)
  real(8), intent(inout) :: a(7, n)
  integer :: i, k
  do i = 1, n
    do k = 1, 2*rows(i) + 1
      a(k, i) = 2*a(k, i)
    end do
  end do
end subroutine
! Of some rows alone.
subroutine active(m, n, nnz, mask, ptr, col, x, y)
  integer, intent(in) :: m, n, nnz
  logical, intent(in) :: mask(m)
  integer, intent(in) :: ptr(m+1), col(nnz)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(2, m)
  real(8) :: b(2)
  integer :: i, k
  do i = 1, m
    if (.not. mask(i)) cycle
    b = 0
    do k = ptr(i), ptr(i+1) - 1
      b = b + x(col(k))
    end do
    y(:, i) = b
    if (ptr(i) == ptr(i+1)) y(:, i) = -1
    if (ptr(i+1) - ptr(i) > 1) y(:, i) = 2*b
  end do
end subroutine
