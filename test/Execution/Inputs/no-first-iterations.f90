! What is assigned behind the exit, in a loop whose condition comes first, or
! from the second iteration on may keep its value from before.
subroutine behind(n, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: t(n)
  integer :: i
  real(8) :: x, q
  do i = 1, n
    x = t(i)
    do
      x = x/2
      if (x < 1) exit
      q = x
    end do
    t(i) = q
  end do
end subroutine
subroutine tested(n, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: t(n)
  integer :: i
  real(8) :: x, q
  do i = 1, n
    x = t(i)
    do while (x > 1)
      x = x/2
      q = x
    end do
    t(i) = q
  end do
end subroutine
subroutine second(n, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: t(n)
  integer :: i, it
  real(8) :: x, q
  do i = 1, n
    x = t(i)
    it = 0
    do
      it = it + 1
      x = x/2
      if (it > 1) q = x
      if (x < 1) exit
    end do
    t(i) = q
  end do
end subroutine
