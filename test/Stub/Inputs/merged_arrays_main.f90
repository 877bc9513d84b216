! Calls dots with two arrays, of equal values.
program merged_arrays_main
  implicit none
  real(8) :: x(20) = 1, y(20) = 1, c(20) = 0
  call dots(20, 20, x, y, c)
end program merged_arrays_main
