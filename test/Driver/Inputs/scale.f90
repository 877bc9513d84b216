subroutine scale(n, a, x)
  integer, intent(in) :: n
  real, intent(in) :: a
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = a*x(i)
  end do
end subroutine scale
