! Sums of terms that have factors in common.
subroutine one(n, m, f, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n), a(n, m)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = t + f(i)*a(i, j)
      t = t - 2*a(i, j)*f(i)
    end do
    y(i) = t
  end do
end subroutine one

! Factors of their own in each column.
subroutine fields(n, m, f, g, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n), g(n), a(n, m)
  real(8), intent(inout) :: y(n, 2)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i, 1) = y(i, 1) + f(i)*a(i, j)
      y(i, 2) = y(i, 2) - g(i)*a(i, j)/f(i)
      y(i, 1) = y(i, 1) + f(i)*a(i, j)*g(i)
    end do
  end do
end subroutine fields

! The sum is read on the way, and its factor changes from step to step.
subroutine stepwise(n, m, f, a, z)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), f(m)
  real(8), intent(inout) :: z(n, m)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = t + f(j)*a(i, j)
      z(i, j) = t
    end do
  end do
end subroutine stepwise

! The factor is overwritten between two steps.
subroutine overwritten(n, m, f, a, z)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: f(n), z(n, m)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = t + f(i)*a(i, j)
      z(i, j) = t
      f(i) = a(i, j)
    end do
  end do
end subroutine overwritten

! Whether the sum goes on depends on it.
subroutine guarded(n, m, f, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n), a(n, m)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      if (t < 1) t = t + f(i)*a(i, j)
    end do
    y(i) = t
  end do
end subroutine guarded

subroutine preset(n, m, f, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n), a(n, m)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = y(i)
    do j = 1, m
      t = t + f(i)*a(i, j)
    end do
    y(i) = t
  end do
end subroutine preset
