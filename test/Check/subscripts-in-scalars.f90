! Subscripts that stand in scalars or associate names keep their arrays' bounds,
! too. A loop variable in the selector of an associate construct is read there;
! behind the loop nobody reads it, so that it is no result.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -o %t 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning:
! CHECK-DAG: check: copied: c: ok
! CHECK-DAG: check: neighbours: c: ok
! CHECK-DAG: check: named: c: ok
! CHECK-DAG: check: elements: c: ok
! CHECK-DAG: check: around: c: ok
! CHECK-DAG: check: cells: c: ok
! CHECK-DAG: check: behind: c: ok
! CHECK-DAG: check: wrapped: c: ok
! CHECK-DAG: check: wrapped: 4 of 4 branches taken
! RUN: %loopyc %s --target=c --print-after=program -w -o %t 2>&1 | FileCheck %s --check-prefix=PROGRAM
! PROGRAM: region neighbours(n, b, a)
! PROGRAM: region named(n, b, a)
! PROGRAM: region elements(m, n, a, b)
! PROGRAM: region around(n, b)
! PROGRAM: region cells(n, b)
! PROGRAM: region behind(i, n, a, b)
subroutine copied(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(:)
  real(8), intent(inout) :: b(:)
  integer :: i, k, l
  do i = 2, n - 1
    l = i - 1
    k = l + 2
    b(i) = a(l) + a(k)
  end do
end subroutine
subroutine lines(n, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: b(:)
  real(8), allocatable :: a(:)
  integer :: i, l, r
  allocate (a(0:n))
  print *, 'host'
  !$loopy begin kernel: neighbours
  do i = 2, n - 1
    l = i - 1
    r = i + 1
    b(i) = a(l) + a(r)
  end do
  !$loopy end kernel: neighbours
  !$loopy begin kernel: named
  do i = 2, n - 1
    associate (l => i - 1, r => i + 1)
      b(i) = a(l) + a(r)
    end associate
  end do
  !$loopy end kernel: named
end subroutine
subroutine planes(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(:, :)
  real(8), intent(inout) :: b(n, m)
  integer :: i, j
  print *, 'host'
  !$loopy begin kernel: elements
  do j = 1, m
    associate (k => j + 1)
      do i = 1, n
        associate (x => a(i, j), y => b(i, j))
          y = y + x*k
        end associate
      end do
    end associate
  end do
  !$loopy end kernel: elements
end subroutine
subroutine columns(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i, j
  print *, 'host'
  do i = 1, n
    associate (s => a(i), k => i + 1)
      !$loopy begin kernel: around
      do j = 1, n
        b(j) = b(j) + s*k
      end do
      !$loopy end kernel: around
    end associate
  end do
end subroutine
module types
  type cell
    real(8) :: w(10)
  end type
contains
  ! The name of an element is the host's.
  subroutine grid(n, c, b)
    integer, intent(in) :: n
    type(cell), intent(in) :: c(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    print *, 'host'
    do i = 1, n
      associate (x => c(i))
        !$loopy begin kernel: cells
        do j = 1, n
          b(j) = b(j) + x%w(3)
        end do
        !$loopy end kernel: cells
      end associate
    end do
  end subroutine
end module
! Here the host reads it.
subroutine last(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n + 1)
  real(8), intent(inout) :: b(n)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: behind
  do i = 1, n
    associate (x => a(i))
      b(i) = b(i) + x
    end associate
  end do
  !$loopy end kernel: behind
  associate (x => a(i))
    print *, x
  end associate
end subroutine
subroutine wrapped(n, q, r)
  integer, intent(in) :: n
  real(8), intent(in) :: q(:)
  real(8), intent(inout) :: r(:)
  integer :: i, k, l
  do i = 1, n
    l = i - 1
    if (l < 1) l = n
    k = i + 1
    if (k > n) k = 1
    r(i) = q(l) + q(k)
  end do
end subroutine
