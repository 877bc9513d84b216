program main
  real :: a(20), b(20)
  a = 2
  b = [(0.25*i, i = 1, 20)]
  call punched(18, a, b)
  print *, a
  call tabbed(18, a)
  call tabbed(3, a)
  print *, a
end program
