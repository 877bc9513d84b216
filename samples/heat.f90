! One step of the five-point heat equation on a field with a ghost layer, as
! atmospheric codes declare it: named kinds, lower bounds, a module.
module heat_kinds
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  integer, parameter :: ghost = 2
end module heat_kinds

module heat
  use heat_kinds, only: wp, ghost
  implicit none
contains

  subroutine diffuse(x_min, x_max, y_min, y_max, dt, dx, dy, u, v)
    integer, intent(in) :: x_min, x_max, y_min, y_max
    real(kind=wp), intent(in) :: dt, dx, dy
    real(kind=wp), intent(in) :: u(x_min-ghost:x_max+ghost, &
                                   y_min-ghost:y_max+ghost)
    real(kind=wp), intent(inout) :: v(x_min-ghost:x_max+ghost, &
                                      y_min-ghost:y_max+ghost)
    integer :: j, k
    real(kind=wp) :: rx, ry

    rx = dt/dx**2
    ry = dt/dy**2
    do k = y_min, y_max
      do j = x_min, x_max
        v(j,k) = u(j,k) + rx*(u(j-1,k) - 2.0_wp*u(j,k) + u(j+1,k)) &
                        + ry*(u(j,k-1) - 2.0_wp*u(j,k) + u(j,k+1))
      end do
    end do
  end subroutine diffuse

end module heat

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "j", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "k", 4, outer_tag="g.1", inner_tag="l.1")
!
! RESULT = knl
!
!$loopy end
