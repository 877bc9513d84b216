! Arrays that loops touch again and again.
subroutine rows(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine rows

! Reads, writes and updates of three columns.
subroutine mixed(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: y(n, 3)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i, 1) = y(i, 1) + a(i, j)
      y(i, 2) = 2*y(i, 1) - y(i, 2)
      if (a(i, j) > 0.5d0) y(i, 3) = y(i, 2)*a(i, j)
    end do
  end do
end subroutine mixed

! Each element is made from the one before.
subroutine running(n, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i) + y(i - 1)
  end do
end subroutine running

subroutine products(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i) = y(i)*a(i, j)
    end do
  end do
end subroutine products
