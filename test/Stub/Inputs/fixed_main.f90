program main
  use work
  implicit none
  integer, parameter :: n = 4, m = 2
  real :: a(n, m) = 0, b(n, m) = 0, unused(n)
  real(8) :: c(n, 2) = 0, e(2, n, 3) = 0
  integer(2) :: d(n)
  integer :: count = 0
  call mix(n, m, 4, a, b, c, d, e, unused, .true., (3.0, 1.0), count)
end program
