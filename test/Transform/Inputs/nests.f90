! Loop nests that the transformations' tests share.
subroutine triangle(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n, n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 2*a(i)
    do j = 1, i
      b(j, i) = b(j, i) + t*a(j)
    end do
  end do
end subroutine triangle

subroutine fields(n, alpha, q, r, unused)
  implicit none
  integer, intent(in) :: n, unused
  real, intent(in) :: alpha, q(n, 8)
  real, intent(out) :: r(n, 8)
  integer :: i, f
  do f = 1, 8
    do i = 1, n
      r(i, f) = alpha*q(i, f)
    end do
  end do
end subroutine fields
