subroutine sized(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(*)
  real, intent(inout) :: y(2, *)
  integer :: i
  do i = 1, n
    y(2, i) = y(2, i) + x(i)
  end do
end subroutine
! The last column has the last element, which is not that of the longest column.
subroutine triangle(n, first, lda, a)
  integer, intent(in) :: n, first, lda
  real(8), intent(inout) :: a(lda, *)
  integer :: i, j
  do j = first, n
    do i = first, n - j + first
      a(i, j) = 2*a(i, j) + i
    end do
  end do
end subroutine
! Parts of one array that do not overlap, as far as they are used.
subroutine odd_ones(n, from, to)
  integer, intent(in) :: n
  real(8), intent(in) :: from(*)
  real(8), intent(out) :: to(*)
  integer :: i
  do i = 1, n
    to(i) = 3*from(2*i - 1)
  end do
end subroutine
! Data decide how far it reaches.
subroutine chosen(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(*)
  real, intent(inout) :: y(2, *)
  integer :: i
  do i = 1, n
    if (y(1, i) > 1) y(2, i) = x(i)
  end do
end subroutine
