! Two subroutines to be fused.
subroutine first(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*y(i)
    x(i) = x(i) + t
  end do
end subroutine first

subroutine second(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = x(i)
    z(i) = t*t
  end do
end subroutine second

subroutine longer(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: z(n)
  integer :: i
  do i = 2, n
    z(i) = x(i)
  end do
end subroutine longer

subroutine conflict(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(8), intent(inout) :: z(n)
  integer :: i
  do i = 1, n
    z(i) = x(i)
  end do
end subroutine conflict
