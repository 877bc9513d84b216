! Of a component that is a pointer, it is not known who else assigns what it
! points at, so that it says nothing of arrays in a region.
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s
! CHECK-LABEL: KERNEL: pointed
! CHECK: h: type: float32, shape: (h_size_1)
! CHECK-LABEL: KERNEL: held
! CHECK: h: type: float32, shape: (g_m)
module grids
  implicit none
  type grid
    integer, pointer :: n
    integer :: m
  end type
contains
  subroutine pointed(h, g, dt)
    type(grid), intent(in) :: g
    real, intent(inout) :: h(g%n)
    real, intent(in) :: dt
    integer :: i
    if (dt < 0) stop 'a negative step'
    do i = 1, ubound(h, 1)
      h(i) = dt*h(i)
    end do
  end subroutine
  subroutine held(h, g, dt)
    type(grid), intent(in) :: g
    real, intent(inout) :: h(g%m)
    real, intent(in) :: dt
    integer :: i
    if (dt < 0) stop 'a negative step'
    do i = 1, ubound(h, 1)
      h(i) = dt*h(i)
    end do
  end subroutine
end module
