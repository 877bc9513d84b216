program main
  use flow
  use fields, only: theta, steps
  real :: x(4) = 1
  allocate (theta(4))
  theta = 2
  call renamed(4)
  call by_pointer(4, x)
  call by_namelist(4, x)
  call by_label(4, x, ' ')
  call by_label(4, x, '3')
  call by_going_back(4, x)
  call by_function(4, x)
  print *, x
  print *, theta, steps
end program
