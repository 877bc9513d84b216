subroutine first(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: b(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = b(i)*2
    a(i) = a(i) + t
  end do
end subroutine first
subroutine second(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine second
