program main
  use work
  implicit none
  integer, parameter :: n = 13, m = 5
  real :: a(n, m), b(n, m), unused(n)
  real(8) :: c(n, 2), e(2, n, 3)
  integer(2) :: d(n)
  integer :: i, j, count
  do j = 1, m
    do i = 1, n
      a(i, j) = i + 100*j
      b(i, j) = i - j
    end do
  end do
  c = 1
  e = reshape([(real(i, 8), i=1, size(e))], shape(e))
  count = 7
  unused = 0
  do i = 1, 2
    call mix(n, m, 3, a, b, c, d, e, unused, i == 1, (3.0, 1.0), count)
  end do
  print '(13f7.1)', a, b
  print '(13f7.1)', c, e
  print '(13i5)', d, count
end program
