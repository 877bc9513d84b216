! In the fused kernel nothing but a loop's bound and an extent reads `last`,
! before it is overwritten as a whole.
subroutine shifted(last, grid)
  implicit none
  integer, intent(in) :: last
  real(8), intent(inout) :: grid(last, 2)
  integer :: i, j
  do j = 1, 2
    do i = 1, last
      grid(i, j) = grid(i, j) + 10*j
    end do
  end do
end subroutine shifted
subroutine counted(n, last)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: last
  last = n
end subroutine counted
!$loopy begin
! a, b = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.fuse_kernels([a, b])
!$loopy end
