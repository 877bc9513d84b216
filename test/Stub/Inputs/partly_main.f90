program main
  real :: h(6) = -1
  call partly(6, h)
  print '(6f6.1)', h
end program
