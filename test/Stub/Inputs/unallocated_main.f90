program main
  use unallocated
  real :: x(4) = 1
  real, allocatable :: w(:)
  call perhaps(4, x, w)
  w = x
  call perhaps(4, x, w)
  print *, x, w
end program
