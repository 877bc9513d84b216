program main
  complex(8) :: unknown(3) = (1, 2)
  real :: known(5) = 3, y(5) = [1, 2, 3, 4, 5]
  call unused(5, unknown, known, y)
  print '(6f5.1)', unknown
  print '(5f5.1)', known, y
end program
