module precision
  use sizes
  implicit none
  integer, parameter :: wp = kind(1.0d0)
  real(wp), parameter :: half = 0.5_wp
contains
  subroutine not_needed()
    use nowhere_to_be_found
    call something(unknown)
  end subroutine
end module
