program main
  real :: x(5) = 1, y(5) = 0, s = 0.5
  call upper(5, 2, x, s)
  call lower(5, x, y)
  print '(11f6.1)', x, y, s
  call upper_and_lower(5, x, s, y)
  print '(11f6.1)', x, y, s
end program
