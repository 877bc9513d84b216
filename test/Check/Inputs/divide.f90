subroutine divide(n, idx, k)
  integer, intent(in) :: n
  integer, intent(in) :: idx(n)
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    k(i) = k(i)/idx(i)
  end do
end subroutine
