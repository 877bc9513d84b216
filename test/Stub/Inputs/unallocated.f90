! An array that the region uses only where it is allocated.
module unallocated
  implicit none
contains
  subroutine perhaps(n, x, w)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, allocatable, intent(inout) :: w(:)
    logical :: weighted
    integer :: i
    weighted = allocated(w)
    !$loopy begin kernel: weighting
    do i = 1, n
      x(i) = x(i) + 1
      if (weighted) w(i) = w(i) + 1
    end do
    !$loopy end kernel: weighting
  end subroutine
end module
