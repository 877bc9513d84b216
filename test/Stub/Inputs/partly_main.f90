program main
  real :: h(6) = -1, square(4, 4) = -1
  integer :: flags(4) = [1, 0, 0, 1]
  call partly(6, h)
  print '(6f6.1)', h
  call interior(4, square, flags)
  print '(4f6.1)', square
  call everywhere(4, square)
  print '(4f6.1)', square
end program
