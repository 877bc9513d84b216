program main
  use block_types
  implicit none
  integer, parameter :: n = 13
  real(8) :: a(n), b(n), t
  integer :: i
  do i = 1, n
    a(i) = mod(i*7, 11) - 4.5d0
  end do
  b = 1
  call cond(n, a, b)
  print '(4es20.12)', b
  call outer(n, a, b, t)
  print '(4es20.12)', b, t
  call marked(n, a, b)
  print '(4es20.12)', b
  call region_in_block(n, a, b)
  print '(4es20.12)', b
  call defaults(n, a, b)
  print '(4es20.12)', b
end program
