! Temporaries that follow each other: t, then u, then v; w overlaps with t.
subroutine stages(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(8, n)
  real, intent(out) :: y(8, n)
  real :: t(8), u(8), w(8), few(4), scalar
  real(8) :: v(8)
  integer :: i, j
  do j = 1, n
    do i = 1, 8
      t(i) = x(i, j)
      w(i) = 2*x(i, j)
    end do
    do i = 1, 8
      y(i, j) = t(9 - i) + w(i)
    end do
    do i = 1, 8
      u(i) = x(i, j) + 1
    end do
    do i = 1, 8
      y(i, j) = y(i, j) - u(9 - i)
    end do
    do i = 1, 8
      v(i) = x(i, j)
    end do
    do i = 1, 4
      few(i) = real(v(9 - i))
    end do
    scalar = few(1)
    do i = 1, 8
      y(i, j) = y(i, j)*real(v(9 - i)) + few(mod(i, 4) + 1)*scalar
    end do
  end do
end subroutine stages
