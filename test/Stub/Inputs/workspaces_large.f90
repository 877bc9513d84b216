! See workspaces_small.f90.
module large
contains
  subroutine steps(n, x, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    real(8) :: y(n), z(n, 4), most
    integer :: i, j, k, t, last
    most = 0
    do k = 1, n
      most = max(most, x(k))
    end do
    last = 1
    if (most > 1) last = 4
    do t = 1, last
      do i = 1, n
        y(i) = 0.5d0*x(n + 1 - i) + 0.25d0*most
        z(i, 4) = x(i) + 1
        z(i, 1) = x(i) - 1
      end do
      do j = 1, n
        x(j) = 0.5d0*x(j) + 0.5d0*y(n + 1 - j) + (z(n + 1 - j, 4) + z(j, 1))/16
      end do
    end do
    s = most
  end subroutine
end module
