! The fields of a grid of cells, with ghost cells around.
module fields
  use parameters, only: wp, ghosts, gamma
  implicit none

  type :: field_set
    integer :: nx, ny
    real(wp) :: dx, dy
    ! Conserved: density, momenta, total energy.
    real(wp), allocatable, dimension(:, :) :: density, momentum_x, momentum_y, energy
    ! Primitive: velocities, pressure, speed of sound.
    real(wp), allocatable, dimension(:, :) :: velocity_x, velocity_y, pressure, sound
    ! Through the lower faces of cells: mass, normal and tangential momentum,
    ! energy.
    real(wp), allocatable, dimension(:, :, :) :: flux
  end type field_set

contains

  subroutine build_fields(f, nx, ny)
    type(field_set), intent(out) :: f
    integer, intent(in) :: nx, ny
    integer :: lo, hx, hy

    f%nx = nx
    f%ny = ny
    f%dx = 1.0_wp/nx
    f%dy = f%dx
    lo = 1 - ghosts
    hx = nx + ghosts
    hy = ny + ghosts
    allocate (f%density(lo:hx, lo:hy), f%momentum_x(lo:hx, lo:hy))
    allocate (f%momentum_y(lo:hx, lo:hy), f%energy(lo:hx, lo:hy))
    allocate (f%velocity_x(lo:hx, lo:hy), f%velocity_y(lo:hx, lo:hy))
    allocate (f%pressure(lo:hx, lo:hy), f%sound(lo:hx, lo:hy))
    allocate (f%flux(nx + 1, ny + 1, 4))
  end subroutine build_fields

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

end module fields
