subroutine shifted_and_counted(last, grid, n)
  implicit none
  integer, intent(inout) :: last
  real(8), intent(inout) :: grid(last, 2)
  integer, intent(in) :: n
  call shifted(last, grid)
  call counted(n, last)
end subroutine
