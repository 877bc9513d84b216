program main
  use first, only: one => step
  use second, only: two => step
  implicit none
  real :: x(3) = [1, 2, 3]
  call one(3, x)
  call two(3, x)
  print '(3f6.1)', x
end program
