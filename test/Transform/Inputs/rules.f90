! Variables that give names to values.
subroutine named(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    y(i) = t*t
  end do
end subroutine named

! One variable with two values.
subroutine twice(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    y(i) = t + 1
    t = x(i)*x(i)
    z(i) = t - 1
  end do
end subroutine twice

! Values that another loop uses.
subroutine across(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t(n)
  integer :: i, j
  do i = 1, n
    t(i) = 2*x(i)
  end do
  do j = 2, n
    y(j) = t(j) - t(j - 1)
  end do
end subroutine across

! A condition that only the data decide, around assignment and use.
subroutine guarded(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      t = 2*x(i)
      y(i) = t
    end if
  end do
end subroutine guarded

! Two assignments reach one read.
subroutine ambiguous(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    t = 2*x(i)
    if (x(i) > 0) t = -x(i)
    y(i) = t
  end do
end subroutine ambiguous

! No assignment comes before the read.
subroutine early(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    if (i > 3) y(i) = t
    if (i > 3) t = 2*x(i)
  end do
end subroutine early

! The condition changes between assignment and use.
subroutine unshared(n, x, c, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: c(n), y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    if (c(i) > 0) then
      t = 2*x(i)
    end if
    c(i) = -c(i)
    if (c(i) > 0) then
      y(i) = t
    end if
  end do
end subroutine unshared

! Each value comes from the one before.
subroutine running(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  t = 0
  do i = 1, n
    t = t + x(i)
    y(i) = t
  end do
end subroutine running

! What the value was made from changes before its use.
subroutine clobbered(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 2, n - 1
    t = x(i + 1) + x(i - 1)
    x(i + 1) = 0
    y(i) = t
  end do
end subroutine clobbered

! Expressions of one form.
subroutine forms(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n), z(n)
  integer :: i
  do i = 2, n
    y(i) = sin(x(i))**2 + sin(x(i) + 1)**2
    z(i) = 2*sin(x(i - 1))**2
  end do
end subroutine forms

! A function of neighbouring values.
subroutine smooth(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n, m)
  real(8), intent(out) :: y(n, m)
  integer :: i, j
  do j = 1, m
    do i = 2, n - 1
      y(i, j) = sin(x(i - 1, j)) + sin(x(i, j)) + sin(x(i + 1, j))
    end do
  end do
end subroutine smooth

! Two values, one read backwards.
subroutine twofold(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: u(n), v(n)
  integer :: i, j
  do j = 1, n
    u(j) = 2*x(j)
    v(j) = x(j) + 1
  end do
  do i = 1, n
    y(i) = u(i) + v(n + 1 - i)
  end do
end subroutine twofold

! Each value is overwritten when it was used.
subroutine overwritten(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: j
  do j = 2, n
    x(j) = 2*x(j)
    t = x(j) + x(j - 1)
    y(j) = t
  end do
end subroutine overwritten

! A value for each branch.
subroutine branches(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: t
  integer :: i
  do i = 1, n
    if (x(i) > 0) then
      t = 2*x(i)
      y(i) = t
    else
      t = 3
      y(i) = y(i) - t
    end if
  end do
end subroutine branches

! Odd and even elements.
subroutine parities(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  real(8) :: t(2*n)
  integer :: i, j
  do i = 1, n
    t(2*i) = x(i)
    t(2*i - 1) = -x(i)
  end do
  do j = 1, n
    y(j) = t(2*j) + t(2*j - 1)
  end do
end subroutine parities

! The last value of a loop that may be empty.
subroutine last(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n, m)
  real(8), intent(out) :: y(n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = 2*x(i, j)
    end do
    y(i) = t
  end do
end subroutine last
