! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w | FileCheck %s
! Bounds of many arrays whose elements data choose: lower ones are near 1 for
! all of them, not for the first three, so that what is meant is there.
! CHECK: check: gradients: c: ok
module meshes
  implicit none
  type mesh
    integer :: cells
    integer, allocatable :: first(:), edge(:), ends(:, :)
    real(8), allocatable :: x(:, :)
  end type
contains
  subroutine gradients(m, u, grad)
    type(mesh), intent(in) :: m
    real(8), intent(in) :: u(:, :)
    real(8), intent(out) :: grad(:, :, :)
    integer :: c, k, e, o
    real(8) :: d(2), b(2, 4)
    do c = 1, m%cells
      b = 0
      do k = m%first(c), m%first(c + 1) - 1
        e = m%edge(k)
        o = sum(m%ends(:, e)) - c
        d = m%x(:, o) - m%x(:, c)
        b(1, :) = b(1, :) + d(1)*(u(:, o) - u(:, c))
        b(2, :) = b(2, :) + d(2)*(u(:, o) - u(:, c))
      end do
      grad(:, :, c) = b
    end do
  end subroutine
end module
