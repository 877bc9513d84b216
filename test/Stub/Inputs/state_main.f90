program main
  use clock, only: set_step, ticks
  use state
  implicit none
  real(8) :: u(5, 3), x(7), w(9)
  integer :: i, round
  interface
    subroutine outside(n, x)
      integer, intent(in) :: n
      real(8), intent(inout) :: x(n)
    end subroutine outside
  end interface
  w = [(0.5d0*i, i = 1, 9)]
  x = [(real(i, 8), i = 1, 7)]
  u = 0
  do round = 1, 3
    nx = 2 + round
    ny = round
    allocate (h(0:nx, 0:ny))
    call set_step(0.25d0*round)
    call fill()
    call advance(u(:nx, :ny), w(1:2*nx - 1:2))
    call add_up(7, x)
    call outside(7, x)
    print '(9f14.4)', h(nx, ny), u(1, 1), u(nx, ny), gained(), top, x(1), x(7)
    print '(i0)', ticks
    deallocate (h)
  end do
end program main
