! Steps along one direction: predicted states at both sides of each face, what
! flows through it, and what that changes in the cells.
module sweeps
  use parameters, only: wp, ghosts
  use riemann, only: predict, hllc
  implicit none

contains

  subroutine sweep_x(nx, ny, ratio, density, momentum_x, momentum_y, energy, &
                     velocity_x, velocity_y, pressure, flux)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: ratio
    real(wp), dimension(1-ghosts:nx+ghosts, 1-ghosts:ny+ghosts), intent(inout) :: &
      density, momentum_x, momentum_y, energy
    real(wp), dimension(1-ghosts:nx+ghosts, 1-ghosts:ny+ghosts), intent(in) :: &
      velocity_x, velocity_y, pressure
    real(wp), intent(inout) :: flux(nx + 1, ny + 1, 4)
    real(wp) :: cells(4, 4), left(4), right(4), through(4)
    integer :: i, j, n

    do j = 1, ny
      do i = 1, nx + 1
        do n = 1, 4
          cells(1, n) = density(i + n - 3, j)
          cells(2, n) = velocity_x(i + n - 3, j)
          cells(3, n) = velocity_y(i + n - 3, j)
          cells(4, n) = pressure(i + n - 3, j)
        end do
        call predict(cells(:, 1), cells(:, 2), cells(:, 3), ratio, 1.0_wp, left)
        call predict(cells(:, 2), cells(:, 3), cells(:, 4), ratio, -1.0_wp, right)
        call hllc(left, right, through)
        do n = 1, 4
          flux(i, j, n) = through(n)
        end do
      end do
    end do

    do j = 1, ny
      do i = 1, nx
        density(i, j) = density(i, j) - ratio*(flux(i+1, j, 1) - flux(i, j, 1))
        momentum_x(i, j) = momentum_x(i, j) - ratio*(flux(i+1, j, 2) - flux(i, j, 2))
        momentum_y(i, j) = momentum_y(i, j) - ratio*(flux(i+1, j, 3) - flux(i, j, 3))
        energy(i, j) = energy(i, j) - ratio*(flux(i+1, j, 4) - flux(i, j, 4))
      end do
    end do
  end subroutine sweep_x

  subroutine sweep_y(nx, ny, ratio, density, momentum_x, momentum_y, energy, &
                     velocity_x, velocity_y, pressure, flux)
    integer, intent(in) :: nx, ny
    real(wp), intent(in) :: ratio
    real(wp), dimension(1-ghosts:nx+ghosts, 1-ghosts:ny+ghosts), intent(inout) :: &
      density, momentum_x, momentum_y, energy
    real(wp), dimension(1-ghosts:nx+ghosts, 1-ghosts:ny+ghosts), intent(in) :: &
      velocity_x, velocity_y, pressure
    real(wp), intent(inout) :: flux(nx + 1, ny + 1, 4)
    real(wp) :: cells(4, 4), left(4), right(4), through(4)
    integer :: i, j, n

    do j = 1, ny + 1
      do i = 1, nx
        do n = 1, 4
          cells(1, n) = density(i, j + n - 3)
          cells(2, n) = velocity_y(i, j + n - 3)
          cells(3, n) = velocity_x(i, j + n - 3)
          cells(4, n) = pressure(i, j + n - 3)
        end do
        call predict(cells(:, 1), cells(:, 2), cells(:, 3), ratio, 1.0_wp, left)
        call predict(cells(:, 2), cells(:, 3), cells(:, 4), ratio, -1.0_wp, right)
        call hllc(left, right, through)
        do n = 1, 4
          flux(i, j, n) = through(n)
        end do
      end do
    end do

    do j = 1, ny
      do i = 1, nx
        density(i, j) = density(i, j) - ratio*(flux(i, j+1, 1) - flux(i, j, 1))
        momentum_y(i, j) = momentum_y(i, j) - ratio*(flux(i, j+1, 2) - flux(i, j, 2))
        momentum_x(i, j) = momentum_x(i, j) - ratio*(flux(i, j+1, 3) - flux(i, j, 3))
        energy(i, j) = energy(i, j) - ratio*(flux(i, j+1, 4) - flux(i, j, 4))
      end do
    end do
  end subroutine sweep_y

end module sweeps

!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
