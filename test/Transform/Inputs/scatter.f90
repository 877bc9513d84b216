subroutine scatter(n, ix, x, h, g, c)
  implicit none
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: x(n)
  real, intent(inout) :: h(n), g(n)
  integer, intent(inout) :: c(n)
  integer :: i, j
  do j = 1, n
    h(j) = 0
  end do
  do i = 1, n
    h(ix(i)) = h(ix(i)) + x(i)
    h(n - i + 1) = h(n - i + 1) - x(i)
    g(ix(i)) = x(i)
    c(ix(i)) = max(c(ix(i)), i)
  end do
end subroutine scatter

subroutine wrong(n, ix, x, f, b, j, any, z)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  real, intent(inout) :: f(n), b(n)
  integer(2), intent(inout) :: j(n)
  logical, intent(inout) :: any(n)
  complex, intent(inout) :: z(n)
  integer :: i
  do i = 1, n
    f(ix(i)) = f(ix(i)) + x(i)
    b(ix(i)) = b(ix(i)) + b(1)
    j(ix(i)) = max(j(ix(i)), 3_2)
    any(ix(i)) = any(ix(i)) .or. x(i) > 0
    z(ix(i)) = z(ix(i))*(0.0, 1.0)
  end do
end subroutine wrong
