program main
  real :: a(8) = 1
  print '(a)', 'before the call'
  call saxpy(8, 2.0, a, a)
end program
