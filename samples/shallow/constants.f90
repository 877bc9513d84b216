! Kinds and physical constants.
module constants
  implicit none
  integer, parameter :: wp = selected_real_kind(15)
  real(wp), parameter :: gravity = 9.81_wp
  real(wp), parameter :: pi = 3.14159265358979323846_wp
end module constants
