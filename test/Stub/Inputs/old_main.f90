program main
  real :: x(7) = 1.5, y(7) = 1
  call axpy(7, 2.0, x, y)
  print '(7f6.1)', y
end program
