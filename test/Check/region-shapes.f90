! Bounds of explicit-shape dummies hold in regions, whatever they are made of:
! the sizes that --check chooses fit them.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-untranslated %s 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED
! CHECK: check: of_module: c: ok
! CHECK: check: packed: c: ok
! CHECK: check: larger: c: ok
! CHECK: check: assumed: c: ok
! CHECK: check: shaped: c: ok
! CHECK: check: automatic: c: ok
! CHECK: check: indexed: c: ok
! CHECK: check: levels_two: c: ok
! CHECK: check: inside: c: ok
! CHECK: check: bounds_of_bounds: c: ok
module sizes
  integer :: nx = 10, ny = 12
  integer, parameter :: halo = 2
end module
subroutine of_module(a)
  use sizes
  real(8), intent(inout) :: a(1-halo:nx+halo, ny)
  integer :: i, j
  print *, 'host'
  !$loopy begin kernel: of_module
  do j = 1, ny
    do i = 1, nx
      a(i, j) = a(i-2, j) + a(i, j)
    end do
  end do
  !$loopy end kernel: of_module
end subroutine
subroutine packed(n, a, ix)
  integer :: n
  real(8), intent(inout) :: a(n*(n+1)/2)
  integer :: ix(n), i, j
  print *, 'host'
  !$loopy begin kernel: packed
  do i = 1, n
    do j = 1, i
      a(i*(i-1)/2 + j) = a(i*(i-1)/2 + j) + ix(i)
    end do
  end do
  !$loopy end kernel: packed
end subroutine
subroutine larger(n, m, a, b)
  integer :: n, m
  real(8), intent(inout) :: a(max(n, m)), b(n + m, 2)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: larger
  do i = 1, m
    a(i) = a(i) + b(i + n, 2)
  end do
  !$loopy end kernel: larger
end subroutine
subroutine assumed(n, a)
  integer :: n
  real(8), intent(inout) :: a(n, *)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: assumed
  do i = 1, n
    a(i, 3) = a(i, 2) + i
  end do
  !$loopy end kernel: assumed
end subroutine
subroutine shaped(n, a, b)
  integer :: n
  real(8), intent(inout) :: a(0:), b(size(a), n)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: shaped
  do i = 1, n
    a(i) = a(i) + b(i, n)
  end do
  !$loopy end kernel: shaped
end subroutine
subroutine automatic(n, a, ix)
  integer :: n, ix(n)
  real(8), intent(inout) :: a(n)
  real(8) :: w(n + 1), v(0:2*n)
  integer :: i
  print *, 'host'
  w = 1
  v = 2
  !$loopy begin kernel: automatic
  do i = 1, n
    a(ix(i)) = w(ix(i) + 1) + v(2*ix(i))
  end do
  !$loopy end kernel: automatic
end subroutine
subroutine indexed(n, m, lo, a, ix)
  integer :: n, m, lo, ix(m)
  real(8), intent(inout) :: a(lo:lo+n)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: indexed
  do i = 1, m
    a(ix(i)) = a(ix(i)) + 1
  end do
  !$loopy end kernel: indexed
end subroutine
subroutine levels(n, k, a)
  integer, value :: n, k
  real(8), intent(inout) :: a(n, 2**k)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: levels_two
  do i = 1, n
    a(i, 2) = a(i, 1) + 1
  end do
  !$loopy end kernel: levels_two
end subroutine
subroutine outer(n, a)
  integer :: n
  real(8), intent(inout) :: a(n, n)
  print *, 'host'
  call inside(n - 1)
contains
  subroutine inside(m)
    integer, intent(in) :: m
    real(8) :: b(m)
    integer :: i
    b = 1
    !$loopy begin kernel: inside
    do i = 1, m
      a(i + 1, n) = b(i) + a(i, 1)
    end do
    !$loopy end kernel: inside
  end subroutine
end subroutine
subroutine bounds_of_bounds(dims, a)
  integer :: dims(2)
  real(8), intent(inout) :: a(dims(1), dims(2))
  integer :: i, j
  print *, 'host'
  !$loopy begin kernel: bounds_of_bounds
  do j = 1, dims(2)
    do i = 1, dims(1)
      a(i, j) = a(i, j) + 1
    end do
  end do
  !$loopy end kernel: bounds_of_bounds
end subroutine
