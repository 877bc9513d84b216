subroutine sized(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(*)
  real, intent(inout) :: y(2, *)
  integer :: i
  do i = 1, n
    y(2, i) = y(2, i) + x(i)
  end do
end subroutine
