! Constants of nature, and of the scheme.
module constants
  implicit none
  integer, parameter :: wp = selected_real_kind(13, 300)

  real(wp), parameter :: gravity = 9.80665_wp
  real(wp), parameter :: r_dry = 287.06_wp, r_vapour = 461.53_wp
  real(wp), parameter :: cp_dry = 1004.7_wp
  real(wp), parameter :: eps = r_dry/r_vapour
  real(wp), parameter :: l_vapour = 2.5008e6_wp, l_sublime = 2.8345e6_wp
  real(wp), parameter :: l_melt = l_sublime - l_vapour
  real(wp), parameter :: t_melt = 273.16_wp
  real(wp), parameter :: t_water = t_melt, t_ice = t_melt - 23.0_wp
  real(wp), parameter :: t_homogeneous = t_melt - 38.0_wp
  ! Pressure of saturation, in Pa.
  real(wp), parameter :: r2es = 611.21_wp
  real(wp), parameter :: r3les = 17.502_wp, r4les = 32.19_wp
  real(wp), parameter :: r3ies = 22.587_wp, r4ies = -0.7_wp

  ! Rates, per second, and amounts at which they set in, in kg/kg.
  real(wp), parameter :: autoconversion = 1.2e-4_wp, critical_water = 3.0e-4_wp
  real(wp), parameter :: snow_conversion = 1.0e-3_wp, critical_ice = 3.0e-5_wp
  real(wp), parameter :: accretion = 2.2_wp, riming = 1.1_wp
  real(wp), parameter :: evaporation = 5.4e-4_wp, melting = 2.5e-3_wp
  real(wp), parameter :: fall_of_ice = 0.15_wp
  real(wp), parameter :: tiny_amount = 1.0e-12_wp
end module constants
