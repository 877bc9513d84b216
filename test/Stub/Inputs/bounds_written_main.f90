program main
  implicit none
  real(8) :: grid(16)
  integer :: i, last
  do i = 0, 8, 2
    grid = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    last = i
    call shifted_and_counted(last, grid, 8)
    print '(i3, 16f6.1)', last, grid
  end do
end program main
