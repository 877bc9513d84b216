! What is done cell by cell: ghost cells, primitive variables, the time step.
module cells
  use parameters, only: wp, ghosts, gamma, courant, small_density, small_pressure
  use fields, only: field_set
  implicit none

contains

  ! From here on all fields are on the device, if there is one.
  subroutine to_device(f)
    type(field_set), intent(inout) :: f
    !$loopy enter data: f
  end subroutine to_device

  subroutine off_device(f)
    type(field_set), intent(inout) :: f
    !$loopy exit data delete: f
  end subroutine off_device

  ! Walls all around: what flows towards them comes back.
  subroutine reflect(f)
    type(field_set), intent(inout) :: f
    integer :: i, j, k

    do j = 1, f%ny
      do k = 1, ghosts
        f%density(1-k, j) = f%density(k, j)
        f%momentum_x(1-k, j) = -f%momentum_x(k, j)
        f%momentum_y(1-k, j) = f%momentum_y(k, j)
        f%energy(1-k, j) = f%energy(k, j)
        f%density(f%nx+k, j) = f%density(f%nx+1-k, j)
        f%momentum_x(f%nx+k, j) = -f%momentum_x(f%nx+1-k, j)
        f%momentum_y(f%nx+k, j) = f%momentum_y(f%nx+1-k, j)
        f%energy(f%nx+k, j) = f%energy(f%nx+1-k, j)
      end do
    end do
    do k = 1, ghosts
      do i = 1 - ghosts, f%nx + ghosts
        f%density(i, 1-k) = f%density(i, k)
        f%momentum_x(i, 1-k) = f%momentum_x(i, k)
        f%momentum_y(i, 1-k) = -f%momentum_y(i, k)
        f%energy(i, 1-k) = f%energy(i, k)
        f%density(i, f%ny+k) = f%density(i, f%ny+1-k)
        f%momentum_x(i, f%ny+k) = f%momentum_x(i, f%ny+1-k)
        f%momentum_y(i, f%ny+k) = -f%momentum_y(i, f%ny+1-k)
        f%energy(i, f%ny+k) = f%energy(i, f%ny+1-k)
      end do
    end do
  end subroutine reflect

  ! An ideal gas.
  subroutine primitives(f)
    type(field_set), intent(inout) :: f
    real(wp) :: density, kinetic
    integer :: i, j

    do j = 1 - ghosts, f%ny + ghosts
      do i = 1 - ghosts, f%nx + ghosts
        density = max(f%density(i, j), small_density)
        f%velocity_x(i, j) = f%momentum_x(i, j)/density
        f%velocity_y(i, j) = f%momentum_y(i, j)/density
        kinetic = 0.5_wp*(f%momentum_x(i, j)*f%velocity_x(i, j) &
                          + f%momentum_y(i, j)*f%velocity_y(i, j))
        f%pressure(i, j) = max((gamma - 1)*(f%energy(i, j) - kinetic), small_pressure)
        f%sound(i, j) = sqrt(gamma*f%pressure(i, j)/density)
      end do
    end do
  end subroutine primitives

  ! As long as no wave crosses more than a part of a cell.
  subroutine time_step(f, dt)
    type(field_set), intent(in) :: f
    real(wp), intent(out) :: dt
    integer :: i, j

    dt = huge(dt)
    do j = 1, f%ny
      do i = 1, f%nx
        dt = min(dt, f%dx/(abs(f%velocity_x(i, j)) + f%sound(i, j)), &
                 f%dy/(abs(f%velocity_y(i, j)) + f%sound(i, j)))
      end do
    end do
    dt = courant*dt
  end subroutine time_step

  ! What is conserved, and the highest density.
  subroutine totals(f, mass, energy, highest)
    type(field_set), intent(in) :: f
    real(wp), intent(out) :: mass, energy, highest
    integer :: i, j

    mass = 0
    energy = 0
    highest = 0
    do j = 1, f%ny
      do i = 1, f%nx
        mass = mass + f%density(i, j)*f%dx*f%dy
        energy = energy + f%energy(i, j)*f%dx*f%dy
        highest = max(highest, f%density(i, j))
      end do
    end do
  end subroutine totals

end module cells

!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
