! The shallow-water equations on a C grid, one forward-backward step: heights h
! in the middle of cells, velocities u on their right and v on their upper
! edges. All arrays have a halo of one cell.
module dynamics
  use constants, only: wp, gravity
  implicit none
  private
  public :: wrap_x, accelerate, flow, fastest_wave

contains

  ! The domain is periodic in x, along which no process divides it.
  subroutine wrap_x(nx, ny, h, u, v)
    integer, intent(in) :: nx, ny
    real(wp), intent(inout) :: h(0:nx+1, 0:ny+1), u(0:nx+1, 0:ny+1)
    real(wp), intent(inout) :: v(0:nx+1, 0:ny+1)
    integer :: j

    do j = 0, ny + 1
      h(0, j) = h(nx, j)
      h(nx+1, j) = h(1, j)
      u(0, j) = u(nx, j)
      u(nx+1, j) = u(1, j)
      v(0, j) = v(nx, j)
      v(nx+1, j) = v(1, j)
    end do
  end subroutine wrap_x

  subroutine accelerate(nx, ny, dt, dx, dy, h, u, v)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: dt, dx, dy
    real(wp), intent(in) :: h(0:nx+1, 0:ny+1)
    real(wp), intent(inout) :: u(0:nx+1, 0:ny+1), v(0:nx+1, 0:ny+1)
    integer :: i, j

    do j = 1, ny
      do i = 1, nx
        u(i, j) = u(i, j) - dt*gravity*(h(i+1, j) - h(i, j))/dx
        v(i, j) = v(i, j) - dt*gravity*(h(i, j+1) - h(i, j))/dy
      end do
    end do
  end subroutine accelerate

  ! What flows through the edges of cells changes their heights.
  subroutine flow(nx, ny, dt, dx, dy, u, v, h, h_new)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: dt, dx, dy
    real(wp), intent(in) :: u(0:nx+1, 0:ny+1), v(0:nx+1, 0:ny+1)
    real(wp), intent(in) :: h(0:nx+1, 0:ny+1)
    real(wp), intent(inout) :: h_new(0:nx+1, 0:ny+1)
    real(wp) :: left, right, below, above
    integer :: i, j

    do j = 1, ny
      do i = 1, nx
        left = 0.5_wp*(h(i-1, j) + h(i, j))*u(i-1, j)
        right = 0.5_wp*(h(i, j) + h(i+1, j))*u(i, j)
        below = 0.5_wp*(h(i, j-1) + h(i, j))*v(i, j-1)
        above = 0.5_wp*(h(i, j) + h(i, j+1))*v(i, j)
        h_new(i, j) = h(i, j) - dt*((right - left)/dx + (above - below)/dy)
      end do
    end do
  end subroutine flow

  ! The fastest wave: one number, which the host reads.
  subroutine fastest_wave(nx, ny, h, u, v, fastest)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: h(0:nx+1, 0:ny+1), u(0:nx+1, 0:ny+1)
    real(wp), intent(in) :: v(0:nx+1, 0:ny+1)
    real(wp), intent(out) :: fastest
    integer :: i, j

    fastest = 0
    do j = 1, ny
      do i = 1, nx
        fastest = max(fastest, &
                      max(abs(u(i, j)), abs(v(i, j))) + sqrt(gravity*h(i, j)))
      end do
    end do
  end subroutine fastest_wave

end module dynamics

!$loopy begin
!
! wrap, accelerate, flow, fastest = lp.parse_fortran(SOURCE, FILENAME)
!
! # One work-item a cell, in groups of 32 by 4.
! def by_cells(knl):
!     knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
!     return lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
!
! # One a row.
! wrap = lp.split_iname(wrap, "j", 64, outer_tag="g.0", inner_tag="l.0")
!
! # One a column of 32 rows: a maximum each, which become one.
! fastest = lp.split_iname(fastest, "i", 128, outer_tag="g.0", inner_tag="l.0")
! fastest = lp.split_iname(fastest, "j", 32, outer_tag="g.1")
!
! RESULT = [wrap, by_cells(accelerate), by_cells(flow),
!           lp.insert_global_barriers(fastest)]
!
!$loopy end
