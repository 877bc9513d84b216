subroutine idle(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (n < 0) x(i) = 0
  end do
end subroutine
