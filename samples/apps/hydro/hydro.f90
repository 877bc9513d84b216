! A blast between four walls.
!
!   hydro [CELLS-IN-X [CELLS-IN-Y [STEPS]]]
!
! prints time, mass, energy and the highest density, five times in all.
program hydro
  use parameters, only: wp, gamma
  use fields
  use cells
  use sweeps
  implicit none

  type(field_set) :: f
  integer :: nx, ny, steps, step
  real(wp) :: time, dt, mass, energy, highest

  nx = argument(1, 96)
  ny = argument(2, 64)
  steps = argument(3, 100)
  call build_fields(f, nx, ny)
  call blast(f)

  time = 0
  do step = 1, steps
    call reflect(f)
    call primitives(f)
    call time_step(f, dt)
    if (mod(step, 2) == 1) then
      call along_x()
      call reflect(f)
      call primitives(f)
      call along_y()
    else
      call along_y()
      call reflect(f)
      call primitives(f)
      call along_x()
    end if
    time = time + dt
    if (mod(step, max(1, steps/5)) == 0) then
      call totals(f, mass, energy, highest)
      print '(a, f12.8, 3(a, es20.12))', 'time', time, '  mass', mass, &
        '  energy', energy, '  highest', highest
    end if
  end do

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

  ! Hot gas in a disk, off the middle, in cold gas at rest.
  subroutine blast(f)
    type(field_set), intent(inout) :: f
    real(wp) :: x, y, pressure
    integer :: i, j

    f%momentum_x = 0
    f%momentum_y = 0
    do j = 1, f%ny
      do i = 1, f%nx
        x = (i - 0.5_wp)*f%dx
        y = (j - 0.5_wp)*f%dy
        pressure = merge(10.0_wp, 0.1_wp, (x - 0.4_wp)**2 + (y - 0.3_wp)**2 < 0.01_wp)
        f%density(i, j) = 1 + 0.2_wp*x
        f%energy(i, j) = pressure/(gamma - 1)
      end do
    end do
  end subroutine blast

  subroutine along_x()
    call sweep_x(f%nx, f%ny, dt/f%dx, f%density, f%momentum_x, f%momentum_y, f%energy, &
                 f%velocity_x, f%velocity_y, f%pressure, f%flux)
  end subroutine along_x

  subroutine along_y()
    call sweep_y(f%nx, f%ny, dt/f%dy, f%density, f%momentum_x, f%momentum_y, f%energy, &
                 f%velocity_x, f%velocity_y, f%pressure, f%flux)
  end subroutine along_y

end program hydro
