subroutine switch(n, p, x)
  integer, intent(in) :: n
  logical, intent(in) :: p
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (p) x(i) = 2*x(i)
  end do
end subroutine
