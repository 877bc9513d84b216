! Two kernels of one name, with workspaces of other sizes; the host waits for
! what launches compute.
module small
contains
  subroutine steps(n, x, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), s
    real(8) :: y(n), most
    integer :: i, j, k, t, last
    most = 0
    do k = 1, n
      most = max(most, x(k))
    end do
    last = 2
    if (most > 1) last = 5
    do t = 1, last
      do i = 1, n
        y(i) = 0.5d0*x(n + 1 - i) + 0.25d0*most
      end do
      do j = 1, n
        x(j) = 0.5d0*x(j) + 0.75d0*y(n + 1 - j)
      end do
    end do
    s = most
  end subroutine
end module
