! A whole allocatable array that may get another shape, of which launchers cannot
! ask: refused, with what to write instead, and that is translated.
! RUN: not %loopyc %s --target=c --emit=device -o - 2>&1 | FileCheck %s
! CHECK: allocatable-refused.f90:[[#PRODUCT:]]:5: error: not supported: whether the extents x_size_1 and {{n\*m|m\*n}} are equal cannot be asked before the kernel; assign to 'x(:)', which does not allocate it
! CHECK: allocatable-refused.f90:[[#]]:5: error: not supported: whether the extents {{.*}} cannot be asked before the kernel; assign to 'w(:, :)', which does not allocate it
! CHECK-NOT: error
! RUN: sed 's/ x = / x(:) = /; s/ w = / w(:, :) = /' %s > %t.f90
! RUN: %loopyc %t.f90 --target=c --emit=device -o - | FileCheck %s --check-prefix=WRITTEN
! WRITTEN-NOT: assumes that allocatable
! WRITTEN: product: product in
! WRITTEN: computed: computed in
! WRITTEN-NOT: assumes that allocatable
module shapes
  implicit none
contains
  subroutine product(n, m, x, y)
    integer, intent(in) :: n, m
    real(8), allocatable, intent(inout) :: x(:)
    real(8), intent(in) :: y(n*m)
    x = 2*y
  end subroutine

  subroutine computed(n, first, w, y)
    integer, intent(in) :: n, first(n)
    real(8), allocatable, intent(inout) :: w(:, :)
    real(8), intent(in) :: y(n, n)
    integer :: k
    k = first(1)
    w = 2*y(:, 1:k)
  end subroutine
end module
