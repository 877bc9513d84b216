! A blast between four walls.
!
!   hydro [CELLS-IN-X [CELLS-IN-Y [STEPS]]]
!
! prints time, mass, energy and the highest density, five times in all.
program hydro
  use parameters, only: wp
  use fields
  use cells
  use sweeps
  implicit none

  type(field_set) :: f
  integer :: nx, ny, steps, step, half
  real(wp) :: time, dt, mass, energy, highest

  nx = argument(1, 96)
  ny = argument(2, 64)
  steps = argument(3, 100)
  call build_fields(f, nx, ny)
  call blast(f)
  call to_device(f)

  time = 0
  do step = 1, steps
    ! x and y take turns in being first.
    do half = 0, 1
      call reflect(f)
      call primitives(f)
      if (half == 0) call time_step(f, dt)
      if (mod(step + half, 2) == 1) then
        call sweep_x(nx, ny, dt/f%dx, f%density, f%momentum_x, f%momentum_y, f%energy, &
                     f%velocity_x, f%velocity_y, f%pressure, f%flux)
      else
        call sweep_y(nx, ny, dt/f%dy, f%density, f%momentum_x, f%momentum_y, f%energy, &
                     f%velocity_x, f%velocity_y, f%pressure, f%flux)
      end if
    end do
    time = time + dt
    if (mod(step, max(1, steps/5)) == 0) then
      call totals(f, mass, energy, highest)
      print '(a, f12.8, 3(a, es20.12))', 'time', time, '  mass', mass, &
        '  energy', energy, '  highest', highest
    end if
  end do
  call off_device(f)

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

end program hydro
