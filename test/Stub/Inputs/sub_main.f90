program main
  use whole
  implicit none
  real :: a(8) = 1
  call one(7, a)
  call two(a(1:8:2))
  print *, a, three(8, a)
end program
