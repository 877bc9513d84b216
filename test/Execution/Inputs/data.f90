! A time loop of two kernels, with data directives of all kinds.
module fields
  implicit none
  type tile
    real, allocatable :: q(:)
    integer :: n
  end type
  type state_t
    real, allocatable :: h(:, :), unused(:)
    real :: w(3)
    type(tile) :: tiles(2)
  end type
contains
  subroutine flow(n, m, h, f)
    integer, intent(in) :: n, m
    real, intent(in) :: h(n, 0:m+1)
    real, intent(out) :: f(n, m)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        f(i, j) = 0.25*(h(i, j-1) - 2*h(i, j) + h(i, j+1))
      end do
    end do
  end subroutine
  subroutine advance(n, m, f, w, h)
    integer, intent(in) :: n, m
    real, intent(in) :: f(n, m), w(3)
    real, intent(inout) :: h(n, 0:m+1)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        h(i, j) = h(i, j) + w(2)*f(i, j)
      end do
    end do
  end subroutine
  subroutine double(n, q)
    integer, intent(in) :: n
    real, intent(inout) :: q(n)
    integer :: i
    do i = 1, n
      q(i) = 2*q(i)
    end do
  end subroutine
  ! On the host, with the values that it was given.
  subroutine wrap(m, h, extra)
    integer, intent(in) :: m
    real, intent(inout) :: h(:, 0:)
    real, intent(in), optional :: extra(:)
    !$loopy update host: h(:, 1), h(:, m), extra
    if (present(extra)) print '(a, 3f10.2)', "extra", extra
    h(:, 0) = h(:, m)
    h(:, m+1) = h(:, 1)
    !$loopy update device: h(:, 0), h(:, m + 1)
  end subroutine
end module
