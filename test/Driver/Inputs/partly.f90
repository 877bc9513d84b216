subroutine fine(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine fine

subroutine prints(n, x)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  integer :: i
  do i = 1, n
    print *, x(i)
  end do
end subroutine prints
