! Kinds and constants.
module parameters
  implicit none
  integer, parameter :: wp = selected_real_kind(15, 300)
  integer, parameter :: ghosts = 2
  real(wp), parameter :: gamma = 1.4_wp
  real(wp), parameter :: courant = 0.4_wp
  real(wp), parameter :: small_density = 1.0e-10_wp
  real(wp), parameter :: small_pressure = 1.0e-10_wp
end module parameters
