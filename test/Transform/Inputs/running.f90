subroutine running(n, ix, h, y)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n), y(n)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
    y(i) = h(1)
  end do
end subroutine running
