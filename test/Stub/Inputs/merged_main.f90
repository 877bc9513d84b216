! Calls dots with one array and one size.
program merged_main
  implicit none
  real(8) :: x(20), c(20)
  integer :: i
  x = [(i, i = 1, 20)]
  c = 0
  call dots(20, 20, x, x, c)
  print *, c
end program merged_main
