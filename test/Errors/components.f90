! Components of elements of arrays that a kernel cannot have, each with what
! helps.
! RUN: not %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
module m
  implicit none
  type tile
    integer :: n
    real(8) :: q
    real(8), allocatable :: h(:), total
    real(8), pointer :: p(:)
  end type
contains
  subroutine varies(tiles)
    type(tile), intent(inout) :: tiles(:)
    integer :: i, k
    do k = 1, size(tiles)
      do i = 1, 10
        ! CHECK: [[#@LINE+1]]:9: error: not supported: component 'h', which lies apart in each element (allocatable, a pointer, of no constant shape), of an element that varies in the kernel; let the host go through the elements of 'tiles', and mark what it does for each as a region
        tiles(k)%h(i) = 0
      end do
    end do
  end subroutine
  subroutine guarded(left, n, tiles, a)
    integer, intent(in) :: left, n
    type(tile), intent(in) :: tiles(:)
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:35: error: {{.*}} of an element that is not mentioned without a condition; mark statements under the condition as a region
      if (left > 0) a(i) = a(i) + tiles(left)%h(i)
    end do
  end subroutine
  subroutine scalar(t, n, tiles, a)
    integer, intent(in) :: t, n
    type(tile), intent(inout) :: tiles(:)
    real(8), intent(in) :: a(n)
    integer :: i
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:7: error: not supported: assignment to the scalar component 'total', which lies apart in each element; assign a variable, and the component behind the loops
      tiles(t)%total = tiles(t)%total + a(i)
    end do
  end subroutine
  subroutine pointers(n, a, b)
    integer, intent(in) :: n
    type(tile), pointer :: a(:), b(:)
    integer :: i
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:25: error: not supported: components of elements of 'b', which may be those of 'a', for both are pointers or targets; pass them as arguments that are neither
      a(i)%q = a(i)%q + b(i)%q
    end do
  end subroutine
  subroutine sized(n, a)
    integer, intent(in) :: n
    type(tile), intent(inout) :: a(*)
    integer :: i
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:7: error: not supported: component 'a%q' of elements of an assumed-size array; give its last bound
      a(i)%q = 0
    end do
  end subroutine
  subroutine copies(n, a)
    integer, intent(in) :: n
    type(tile), intent(inout) :: a(n)
    integer :: i
    do i = 2, n
      ! CHECK: [[#@LINE+1]]:7: error: not supported: assignment of a derived type with an allocatable or pointer component, 'h'; assign its components
      a(i) = a(1)
    end do
  end subroutine
  subroutine same_storage(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real :: a(4), b(4)
    integer :: i
    equivalence (a, b)
    do i = 1, n
      ! CHECK: [[#@LINE+1]]:7: error: not supported: variable 'a' in an equivalence statement
      a(1) = x(i)
      x(i) = b(1)
    end do
  end subroutine
end module
