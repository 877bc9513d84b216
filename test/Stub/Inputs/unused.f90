subroutine unused(n, unknown, known, y)
  integer, intent(in) :: n
  complex(8), intent(inout) :: unknown(*)
  real, intent(in) :: known(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = 2*y(i)
  end do
end subroutine
