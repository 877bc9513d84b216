! `width` would be an implicitly typed real if the module were ignored.
! (kept in this place: the test names line 7)
!
!
!
subroutine needs(n, a)
  use grid_sizes
  implicit none
  integer :: n, i
  real :: a(n, width)
  do i = 1, n
    a(i, width) = 0
  end do
end subroutine
