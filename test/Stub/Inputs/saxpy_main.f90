program main
  implicit none
  integer, parameter :: n = 1003
  real :: x(n), y(n), z(2*n)
  integer :: i
  x = [(real(mod(i, 17)), i = 1, n)]
  y = 1
  call saxpy(n, 2.0, x, y)
  print '(3f8.1)', y(1), y(n), sum(y)
  z = 0
  call saxpy(n, 3.0, x, z(2::2)) ! a section: packed, and unpacked again
  print '(3f8.1)', z(1), z(2*n), sum(z)
  call saxpy(0, 3.0, x, y)
  print '(f8.1)', sum(y)
end program
