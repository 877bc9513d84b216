subroutine axpy(n, a, x, y)
  use kinds, only: wp
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: a, x(n)
  real(wp), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = a*x(i) + y(i)
  end do
end subroutine axpy
