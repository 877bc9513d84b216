! Waves from a hump of water in a periodic basin.
!
!   shallow [CELLS-IN-X [CELLS-IN-Y [STEPS]]]
!
! prints time, mass, energy and the highest water, ten times in all.
program shallow
  use constants, only: wp, gravity, pi
  use dynamics
  use halo
  implicit none

  integer :: nx, ny_all, ny, steps, step, first_row, i, j
  real(wp) :: dx, dy, dt, time, fastest
  real(wp), allocatable, dimension(:, :) :: h, u, v, h_new

  call start()
  nx = argument(1, 100)
  ny_all = argument(2, 80)
  steps = argument(3, 1000)
  first_row = rank*ny_all/ranks + 1
  ny = (rank + 1)*ny_all/ranks - first_row + 1
  dx = 1000.0_wp
  dy = 1000.0_wp

  allocate (h(0:nx+1, 0:ny+1), u(0:nx+1, 0:ny+1), v(0:nx+1, 0:ny+1))
  allocate (h_new(0:nx+1, 0:ny+1))
  call hump()

  !$loopy begin data: h, u, v, copyin: h_new
  time = 0
  call exchange(nx, ny, h)
  call wrap_x(nx, ny, h, u, v)
  do step = 1, steps
    call fastest_wave(nx, ny, h, u, v, fastest)
    dt = 0.4_wp*min(dx, dy)/largest(fastest)
    call accelerate(nx, ny, dt, dx, dy, h, u, v)
    call exchange(nx, ny, u)
    call exchange(nx, ny, v)
    call wrap_x(nx, ny, h, u, v)
    call flow(nx, ny, dt, dx, dy, u, v, h, h_new)
    !$loopy begin kernel: take_heights
    do j = 1, ny
      do i = 1, nx
        h(i, j) = h_new(i, j)
      end do
    end do
    !$loopy end kernel: take_heights
    call exchange(nx, ny, h)
    call wrap_x(nx, ny, h, u, v)
    time = time + dt
    if (mod(step, max(1, steps/10)) == 0) call report()
  end do
  !$loopy end data
  call finish()

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

  subroutine hump()
    integer :: i, j
    real(wp) :: x, y

    u = 0
    v = 0
    do j = 0, ny + 1
      do i = 0, nx + 1
        x = (i - 0.5_wp)/nx
        y = (first_row + j - 1.5_wp)/ny_all
        h(i, j) = 100 + exp(-60*((x - 0.4_wp)**2 + (y - 0.3_wp)**2))
      end do
    end do
    h_new = h
  end subroutine hump

  subroutine report()
    real(wp) :: mass, energy, highest

    !$loopy update host: h, u, v
    associate (depth => h(1:nx, 1:ny), a => u(1:nx, 1:ny), b => v(1:nx, 1:ny))
      mass = total(sum(depth))
      energy = total(sum(gravity*depth**2 + depth*(a**2 + b**2)))
      highest = largest(maxval(depth))
    end associate
    if (rank == 0) &
      print '(a, f12.4, a, es20.12, a, es20.12, a, f14.8)', 'time', time, &
      '  mass', mass, '  energy', energy, '  highest', highest
  end subroutine report

end program shallow

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
!
!$loopy end
