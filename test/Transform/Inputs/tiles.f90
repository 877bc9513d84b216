! Arrays that are read in tiles, rows and columns.
subroutine stencil(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n)
  integer :: i
  do i = 2, n - 1
    v(i) = u(i - 1) - 2*u(i) + u(i + 1)
  end do
end subroutine stencil

subroutine matvec(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), x(m)
  real(8), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i) = y(i) + a(i, j)*x(j) - a(i, 1)
    end do
  end do
end subroutine matvec

subroutine transposed(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(out) :: b(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      b(j, i) = a(i, j)
    end do
  end do
end subroutine transposed

! Each sweep of j changes what the next reads.
subroutine sweeps(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n), v(n)
  integer :: i, j
  do j = 1, m
    do i = 2, n - 1
      v(i) = u(i - 1) + u(i + 1)
    end do
    do i = 2, n - 1
      u(i) = v(i)
    end do
  end do
end subroutine sweeps

subroutine gather(n, idx, u, v)
  implicit none
  integer, intent(in) :: n, idx(n)
  real(8), intent(in) :: u(n)
  real(8), intent(out) :: v(n)
  integer :: i
  do i = 1, n
    v(i) = u(idx(i))
  end do
end subroutine gather
