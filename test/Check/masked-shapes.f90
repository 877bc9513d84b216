! What stands in a `where` construct has one shape, of which --check draws the
! arrays, allocatable ones, too: under a mask none gets another one.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -o %t 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning:
! CHECK-DAG: check: flooded: c: ok
! CHECK-DAG: check: flooded: 2 of 2 branches taken
! CHECK-DAG: check: ordered: c: ok
! CHECK-DAG: check: ordered: 4 of 4 branches taken
! CHECK-DAG: check: passed: c: ok
! CHECK-DAG: check: of_module: c: ok
! CHECK-DAG: check: of_module: 4 of 4 branches taken
! CHECK-DAG: check: nested: c: ok
! CHECK-DAG: check: nested: 4 of 4 branches taken
! CHECK-DAG: check: by_columns: c: ok
! CHECK-DAG: check: parts: c: ok
! CHECK-DAG: check: either: c: ok
! CHECK-DAG: check: pairs: c: ok

module masks
  real(8), allocatable :: field(:, :), tendency(:, :)
  logical, allocatable :: wet(:, :)
contains
  subroutine host(n, depth, total)
    integer, intent(in) :: n
    real(8), intent(in) :: depth(n)
    real(8), intent(out) :: total
    logical, allocatable :: dry(:)
    real(8), allocatable :: level(:)
    allocate (dry(n), level(n))
    !$loopy begin kernel: flooded
    where (dry)
      level = depth
    elsewhere
      level = 2*depth
    end where
    !$loopy end kernel: flooded
    total = sum(level)
  end subroutine
  ! Each mask says something: the last one nothing of `m`.
  subroutine ordered(a, m, w)
    real(8), intent(in) :: a(:, :)
    logical, intent(in) :: m(:, :)
    real(8), intent(inout) :: w(:, :)
    where (m)
      w = a
    elsewhere (a > 0.9d0)
      w = 2*a
    end where
  end subroutine
  subroutine passed(x, mask, y)
    real(8), intent(in), allocatable :: x(:)
    logical, intent(in), allocatable :: mask(:)
    real(8), intent(inout), allocatable :: y(:)
    where (mask)
      y = x
    elsewhere (x > 0.9d0)
      y = 2*x
    end where
  end subroutine
  subroutine of_module()
    where (wet)
      field = field + tendency
    elsewhere (tendency > 0.8d0)
      field = 0
    elsewhere
      field = -tendency
    end where
  end subroutine
  subroutine others(n, m, k, shelf, total)
    integer, intent(in) :: n, m, k
    logical, intent(in) :: shelf(n)
    real(8), intent(out) :: total
    real(8), allocatable :: p(:, :), q(:, :), r(:, :), u(:), v(:), w(:)
    logical, allocatable :: land(:, :), keep(:)
    integer :: j
    allocate (p(n, m), q(n, m), r(n, m), land(n, m), u(n), v(n), w(n), keep(n))
    !$loopy begin kernel: nested
    where (land)
      where (p > 0.8d0)
        q = p + 1
      elsewhere
        q = r
      end where
    elsewhere
      r = q - p
    end where
    !$loopy end kernel: nested
    !$loopy begin kernel: by_columns
    do j = 1, m
      where (shelf)
        w = w + p(:, j)
      elsewhere
        w = w - v
      end where
    end do
    where (q(:, k) > u) u = q(:, k)
    !$loopy end kernel: by_columns
    !$loopy begin kernel: parts
    where (keep(2:n-1)) u(2:n-1) = v(1:n-2) + v(3:n)
    !$loopy end kernel: parts
    !$loopy begin kernel: either
    where (keep .or. u > v)
      w = merge(u, v, keep)
    elsewhere
      w = 0
    end where
    !$loopy end kernel: either
    total = sum(r) + sum(q) + sum(w) + sum(u)
  end subroutine
  subroutine constructors(n, a, total)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: total
    real(8), allocatable :: w2(:, :), w3(:, :)
    integer :: i
    allocate (w2(n, 2), w3(3, n))
    !$loopy begin kernel: pairs
    do i = 1, n
      w2(i, :) = [a(i), 2*a(i)]
      w3(:, i) = [a(i), w2(i, :)]
    end do
    !$loopy end kernel: pairs
    total = sum(w2) + sum(w3)
  end subroutine
end module
