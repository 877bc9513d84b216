module boxes
  implicit none
  type patch
    integer :: lo(2), hi(2)
    real(8), allocatable :: u(:, :), r(:, :)
  end type
  integer :: limits(0:3)
contains
  subroutine laplace(lo, hi, ulo, uhi, u, r)
    integer, intent(in) :: lo(2), hi(2), ulo(2), uhi(2)
    real(8), intent(in) :: u(ulo(1):uhi(1), ulo(2):uhi(2))
    real(8), intent(inout) :: r(lo(1):hi(1), lo(2):hi(2))
    integer :: i, j
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        r(i, j) = u(i+1, j) + u(i-1, j) - 2*u(i, j)
      end do
    end do
  end subroutine
  subroutine laplace_single(lo, hi, u, r)
    integer, intent(in) :: lo(*), hi(*)
    real, intent(in) :: u(lo(1) - 1:hi(1) + 1, lo(2):hi(2))
    real, intent(inout) :: r(lo(1):hi(1), lo(2):hi(2))
    integer :: i, j
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        r(i, j) = u(i+1, j) + u(i-1, j) - 2*u(i, j)
      end do
    end do
  end subroutine
  ! Elements by constants and by variables.
  subroutine shrink(lo, hi)
    integer, intent(inout) :: lo(2), hi(2)
    integer :: d
    do d = 1, 2
      lo(d) = lo(d) + 1
      hi(d) = hi(d) - 1
    end do
  end subroutine
  subroutine smooth(p)
    type(patch), intent(inout) :: p
    integer :: i, j
    do j = p%lo(2), p%hi(2)
      do i = p%lo(1), p%hi(1)
        p%r(i, j) = p%r(i, j) + 0.5d0*p%u(i, j)
      end do
    end do
  end subroutine
  subroutine between(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i, from
    from = limits(0)
    do i = from, limits(3)
      a(i) = a(i) + i - from
    end do
  end subroutine
  subroutine interior(lo, hi, n, m, u, r)
    integer, intent(in) :: lo(2), hi(2), n, m
    real(8), intent(in) :: u(0:n+1, m)
    real(8), intent(inout) :: r(n, m)
    integer :: i, j
    !$loopy begin kernel: inside
    do j = lo(2), hi(2)
      do i = lo(1), hi(1)
        r(i, j) = u(i+1, j) + u(i-1, j) - 2*u(i, j)
      end do
    end do
    !$loopy end kernel: inside
  end subroutine
end module
