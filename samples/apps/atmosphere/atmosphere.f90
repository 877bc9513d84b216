! A slice of dry atmosphere, in which a warm bubble rises: the compressible
! Euler equations, perturbations of a neutral state at rest, in finite volumes.
! Values at faces are interpolated to fourth order, with hyperviscosity;
! directions take turns, each with three stages of Runge and Kutta.
!
!   atmosphere [CELLS-IN-X [CELLS-IN-Z [STEPS]]]
!
! prints time, mass, total energy and the fastest updraft, five times in all.
module atmosphere_data
  implicit none
  integer, parameter :: wp = kind(1.0d0)

  real(wp), parameter :: gravity = 9.8_wp
  real(wp), parameter :: cp = 1004.5_wp, cv = 717.5_wp, rd = cp - cv
  real(wp), parameter :: p0 = 1.0e5_wp, theta0 = 300.0_wp
  real(wp), parameter :: exponent = cp/cv
  real(wp), parameter :: c0 = rd**exponent*p0**(-rd/cv)
  real(wp), parameter :: length = 2.0e4_wp, height = 1.0e4_wp
  real(wp), parameter :: fastest_wave = 450.0_wp, courant = 1.5_wp
  real(wp), parameter :: hyperviscosity = 0.05_wp
  real(wp), parameter :: pi = 3.14159265358979323846_wp

  integer, parameter :: hs = 2                    ! cells of halo
  integer, parameter :: sten = 4                  ! cells of a stencil
  integer, parameter :: nvar = 4
  integer, parameter :: id_dens = 1, id_umom = 2, id_wmom = 3, id_rhot = 4

  integer :: nx, nz, steps
  real(wp) :: dx, dz, dt

  ! Perturbations of density and of density times potential temperature, momenta.
  real(wp), allocatable :: state(:, :, :), state_tmp(:, :, :)
  real(wp), allocatable :: flux(:, :, :), tend(:, :, :)
  ! The state at rest, in the middle of cells and at their lower faces.
  real(wp), allocatable :: hy_dens_cell(:), hy_rhot_cell(:)
  real(wp), allocatable :: hy_dens_int(:), hy_rhot_int(:), hy_pressure_int(:)
end module atmosphere_data

program atmosphere
  use atmosphere_data
  implicit none
  real(wp) :: time, mass, energy, updraft
  integer :: step
  logical :: x_first

  nx = argument(1, 100)
  nz = argument(2, 50)
  steps = argument(3, 100)
  call set_up()
  !$loopy begin data copyin: state, state_tmp, hy_dens_cell, hy_rhot_cell, hy_dens_int, &
  !$loopy   hy_rhot_int, hy_pressure_int, create: flux, tend

  time = 0
  x_first = .true.
  do step = 1, steps
    if (x_first) then
      call advance_x()
      call advance_z()
    else
      call advance_z()
      call advance_x()
    end if
    x_first = .not. x_first
    time = time + dt
    if (mod(step, max(1, steps/5)) == 0) then
      call diagnose(mass, energy, updraft)
      print '(a, f10.3, 3(a, es20.12))', 'time', time, '  mass', mass, '  energy', energy, &
        '  updraft', updraft
    end if
  end do
  !$loopy end data

contains

  integer function argument(position, default)
    integer, intent(in) :: position, default
    character(len=32) :: text
    integer :: status

    argument = default
    call get_command_argument(position, text, status=status)
    if (status == 0) read (text, *) argument
  end function argument

  ! Three stages, each from the state at the beginning of the step.
  subroutine advance_x()
    call halo_x(state)
    call tendencies_x(state, dt/3)
    call add_tendencies(state, state_tmp, dt/3)
    call halo_x(state_tmp)
    call tendencies_x(state_tmp, dt/2)
    call add_tendencies(state, state_tmp, dt/2)
    call halo_x(state_tmp)
    call tendencies_x(state_tmp, dt)
    call add_tendencies(state, state, dt)
  end subroutine advance_x

  subroutine advance_z()
    call halo_z(state)
    call tendencies_z(state, dt/3)
    call add_tendencies(state, state_tmp, dt/3)
    call halo_z(state_tmp)
    call tendencies_z(state_tmp, dt/2)
    call add_tendencies(state, state_tmp, dt/2)
    call halo_z(state_tmp)
    call tendencies_z(state_tmp, dt)
    call add_tendencies(state, state, dt)
  end subroutine advance_z

  ! Periodic in x.
  subroutine halo_x(s)
    real(wp), intent(inout) :: s(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    integer :: k, h, ll

    do ll = 1, nvar
      do k = 1, nz
        do h = 1, hs
          s(1-h, k, ll) = s(nx+1-h, k, ll)
          s(nx+h, k, ll) = s(h, k, ll)
        end do
      end do
    end do
  end subroutine halo_x

  ! Walls below and above, which nothing crosses.
  subroutine halo_z(s)
    real(wp), intent(inout) :: s(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    integer :: i, h, ll

    do ll = 1, nvar
      do i = 1 - hs, nx + hs
        do h = 1, hs
          if (ll == id_wmom) then
            s(i, 1-h, ll) = 0
            s(i, nz+h, ll) = 0
          else if (ll == id_umom) then
            s(i, 1-h, ll) = s(i, 1, ll)/hy_dens_cell(1)*hy_dens_cell(1-h)
            s(i, nz+h, ll) = s(i, nz, ll)/hy_dens_cell(nz)*hy_dens_cell(nz+h)
          else
            s(i, 1-h, ll) = s(i, 1, ll)
            s(i, nz+h, ll) = s(i, nz, ll)
          end if
        end do
      end do
    end do
  end subroutine halo_z

  ! Values at a face between the two middle cells of four, and third differences.
  subroutine reconstruct(stencil, value, third)
    real(wp), intent(in) :: stencil(sten)
    real(wp), intent(out) :: value, third

    value = (-stencil(1) + 7*stencil(2) + 7*stencil(3) - stencil(4))/12
    third = -stencil(1) + 3*stencil(2) - 3*stencil(3) + stencil(4)
  end subroutine reconstruct

  subroutine tendencies_x(s, stage)
    real(wp), intent(in) :: s(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    real(wp), intent(in) :: stage
    real(wp) :: stencil(sten), vals(nvar), d3(nvar), r, u, w, t, p, hv
    integer :: i, k, ll, n

    hv = -hyperviscosity*dx/(16*stage)
    do k = 1, nz
      do i = 1, nx + 1
        do ll = 1, nvar
          do n = 1, sten
            stencil(n) = s(i - hs - 1 + n, k, ll)
          end do
          call reconstruct(stencil, vals(ll), d3(ll))
        end do
        r = vals(id_dens) + hy_dens_cell(k)
        u = vals(id_umom)/r
        w = vals(id_wmom)/r
        t = (vals(id_rhot) + hy_rhot_cell(k))/r
        p = c0*(r*t)**exponent
        flux(i, k, id_dens) = r*u - hv*d3(id_dens)
        flux(i, k, id_umom) = r*u*u + p - hv*d3(id_umom)
        flux(i, k, id_wmom) = r*u*w - hv*d3(id_wmom)
        flux(i, k, id_rhot) = r*u*t - hv*d3(id_rhot)
      end do
    end do

    do ll = 1, nvar
      do k = 1, nz
        do i = 1, nx
          tend(i, k, ll) = -(flux(i+1, k, ll) - flux(i, k, ll))/dx
        end do
      end do
    end do
  end subroutine tendencies_x

  subroutine tendencies_z(s, stage)
    real(wp), intent(in) :: s(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    real(wp), intent(in) :: stage
    real(wp) :: stencil(sten), vals(nvar), d3(nvar), r, u, w, t, p, hv
    integer :: i, k, ll, n

    hv = -hyperviscosity*dz/(16*stage)
    do k = 1, nz + 1
      do i = 1, nx
        do ll = 1, nvar
          do n = 1, sten
            stencil(n) = s(i, k - hs - 1 + n, ll)
          end do
          call reconstruct(stencil, vals(ll), d3(ll))
        end do
        r = vals(id_dens) + hy_dens_int(k)
        u = vals(id_umom)/r
        w = vals(id_wmom)/r
        t = (vals(id_rhot) + hy_rhot_int(k))/r
        p = c0*(r*t)**exponent - hy_pressure_int(k)
        if (k == 1 .or. k == nz + 1) then
          w = 0
          d3(id_dens) = 0
        end if
        flux(i, k, id_dens) = r*w - hv*d3(id_dens)
        flux(i, k, id_umom) = r*w*u - hv*d3(id_umom)
        flux(i, k, id_wmom) = r*w*w + p - hv*d3(id_wmom)
        flux(i, k, id_rhot) = r*w*t - hv*d3(id_rhot)
      end do
    end do

    do ll = 1, nvar
      do k = 1, nz
        do i = 1, nx
          tend(i, k, ll) = -(flux(i, k+1, ll) - flux(i, k, ll))/dz
          if (ll == id_wmom) tend(i, k, ll) = tend(i, k, ll) - s(i, k, id_dens)*gravity
        end do
      end do
    end do
  end subroutine tendencies_z

  ! Both states may be the same: each cell concerns itself alone.
  subroutine add_tendencies(from, to, stage)
    real(wp), intent(in) :: from(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    real(wp), intent(inout) :: to(1-hs:nx+hs, 1-hs:nz+hs, nvar)
    real(wp), intent(in) :: stage
    integer :: i, k, ll

    do ll = 1, nvar
      do k = 1, nz
        do i = 1, nx
          to(i, k, ll) = from(i, k, ll) + stage*tend(i, k, ll)
        end do
      end do
    end do
  end subroutine add_tendencies

  subroutine diagnose(mass, energy, updraft)
    real(wp), intent(out) :: mass, energy, updraft
    real(wp) :: r, u, w, theta, p, temperature, kinetic, internal
    integer :: i, k

    mass = 0
    energy = 0
    updraft = 0
    do k = 1, nz
      do i = 1, nx
        r = state(i, k, id_dens) + hy_dens_cell(k)
        u = state(i, k, id_umom)/r
        w = state(i, k, id_wmom)/r
        theta = (state(i, k, id_rhot) + hy_rhot_cell(k))/r
        p = c0*(r*theta)**exponent
        temperature = theta*(p/p0)**(rd/cp)
        kinetic = r*(u*u + w*w)/2
        internal = r*cv*temperature + r*gravity*(k - 0.5_wp)*dz
        mass = mass + r*dx*dz
        energy = energy + (kinetic + internal)*dx*dz
        updraft = max(updraft, w)
      end do
    end do
  end subroutine diagnose

  subroutine set_up()
    real(wp) :: z, x, warmer, distance, r, rt
    integer :: i, k

    dx = length/nx
    dz = height/nz
    dt = courant*min(dx, dz)/fastest_wave
    allocate (state(1-hs:nx+hs, 1-hs:nz+hs, nvar), state_tmp(1-hs:nx+hs, 1-hs:nz+hs, nvar))
    allocate (flux(nx+1, nz+1, nvar), tend(nx, nz, nvar))
    allocate (hy_dens_cell(1-hs:nz+hs), hy_rhot_cell(1-hs:nz+hs))
    allocate (hy_dens_int(nz+1), hy_rhot_int(nz+1), hy_pressure_int(nz+1))

    do k = 1 - hs, nz + hs
      call at_rest((k - 0.5_wp)*dz, hy_dens_cell(k), hy_rhot_cell(k))
    end do
    do k = 1, nz + 1
      call at_rest((k - 1)*dz, hy_dens_int(k), hy_rhot_int(k))
      hy_pressure_int(k) = c0*hy_rhot_int(k)**exponent
    end do

    state = 0
    state_tmp = 0
    do k = 1, nz
      do i = 1, nx
        x = (i - 0.5_wp)*dx
        z = (k - 0.5_wp)*dz
        call at_rest(z, r, rt)
        distance = sqrt(((x - 0.45_wp*length)/2000)**2 + ((z - 2000)/2000)**2)
        warmer = 0
        if (distance < 1) warmer = 3*cos(pi*distance/2)**2
        state(i, k, id_rhot) = r*warmer
      end do
    end do
  end subroutine set_up

  ! Of constant potential temperature: density, and it times theta.
  subroutine at_rest(z, r, rt)
    real(wp), intent(in) :: z
    real(wp), intent(out) :: r, rt
    real(wp) :: exner

    exner = 1 - gravity*z/(cp*theta0)
    rt = (p0*exner**(cp/rd)/c0)**(1/exponent)
    r = rt/theta0
  end subroutine at_rest

end program atmosphere

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! names = "halo_x halo_z tendencies_x tendencies_z add_tendencies diagnose"
! RESULT = [lp.map_parallel(t[name]) for name in names.split()]
!$loopy end
