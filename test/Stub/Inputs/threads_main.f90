program main
  real :: a(4, 4) = 1, b(4) = 1
  call threads(4, a, b)
  print *, a, b
end program
