! The longest stable time step of the shallow-water equations, and the cell that
! allows no longer one; the first of those in Fortran's order.
subroutine time_step(nx, ny, dx, dy, h, u, v, dt, i_dt, j_dt)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(in) :: dx, dy
  real(8), intent(in) :: h(nx, ny), u(nx, ny), v(nx, ny)
  real(8), intent(out) :: dt
  integer, intent(out) :: i_dt, j_dt
  real(8), parameter :: gravity = 9.81d0, courant = 0.9d0
  real(8) :: wave, cell
  integer :: i, j

  dt = huge(dt)
  i_dt = 0
  j_dt = 0
  do j = 1, ny
    do i = 1, nx
      wave = sqrt(gravity*max(h(i, j), 0d0))
      cell = courant/((abs(u(i, j)) + wave)/dx + (abs(v(i, j)) + wave)/dy)
      if (cell < dt) then
        dt = cell
        i_dt = i
        j_dt = j
      end if
    end do
  end do
end subroutine time_step

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 256, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 16, outer_tag="g.1")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
