subroutine partly(n, h)
  integer, intent(in) :: n
  real, intent(out) :: h(n)
  integer :: i
  h = 5
  !$loopy begin kernel: inner
  do i = 2, n - 1
    h(i) = i
  end do
  !$loopy end kernel: inner
end subroutine
