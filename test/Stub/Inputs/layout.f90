module work
contains
  subroutine mix(n, m, k, a, b, c, d, e, unused, flag, z, count)
    integer, intent(in) :: n, m, k
    real, intent(inout) :: a(n, m), b(0:n-1, m)
    real(8), intent(inout) :: c(n, 2)
    integer(2), intent(out) :: d(n)
    real(8), intent(inout) :: e(2, n, 3)
    real, intent(in) :: unused(n)
    logical, intent(in) :: flag
    complex, intent(in) :: z
    integer, intent(inout) :: count
    integer :: i, j
    do j = 1, m
      do i = 1, n
        a(i, j) = a(i, j) + b(i-1, j)*k
        if (flag) b(i-1, j) = b(i-1, j) + real(z) - aimag(z)
      end do
    end do
    do i = 1, n
      c(i, 2) = c(i, 1) + i
      d(i) = int(i + count, 2)
      e(2, i, 1) = e(1, i, 2) + 2*e(1, i, 3)
      e(1, i, 1) = e(2, i, 2) - e(2, i, 3)
    end do
    count = count + n
  end subroutine
end module
