! Calls dots with two sizes.
program merged_sizes_main
  implicit none
  real(8) :: x(20) = 1, c(20) = 0
  call dots(20, 19, x, x, c)
end program merged_sizes_main
