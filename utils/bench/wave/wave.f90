! A step of the wave equation, of order 8 in space, one work-item a point. ALIGN
! says where the tiles of `i` begin: at the loop's first iteration (None), or
! where rows are aligned (True). MAPPED leaves all of it to map_parallel.
subroutine wave(nx, ny, nz, c, u, old)
  implicit none
  integer, intent(in) :: nx, ny, nz
  real, intent(in) :: c(0:4), u(nx, ny, nz)
  real, intent(inout) :: old(nx, ny, nz)
  integer :: i, j, k
  do k = 5, nz - 4
    do j = 5, ny - 4
      do i = 5, nx - 4
        old(i, j, k) = 2*u(i, j, k) - old(i, j, k) + 3*c(0)*u(i, j, k) &
          + c(1)*(u(i-1,j,k) + u(i+1,j,k) + u(i,j-1,k) + u(i,j+1,k) + u(i,j,k-1) + u(i,j,k+1)) &
          + c(2)*(u(i-2,j,k) + u(i+2,j,k) + u(i,j-2,k) + u(i,j+2,k) + u(i,j,k-2) + u(i,j,k+2)) &
          + c(3)*(u(i-3,j,k) + u(i+3,j,k) + u(i,j-3,k) + u(i,j+3,k) + u(i,j,k-3) + u(i,j,k+3)) &
          + c(4)*(u(i-4,j,k) + u(i+4,j,k) + u(i,j-4,k) + u(i,j+4,k) + u(i,j,k-4) + u(i,j,k+4))
      end do
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if globals().get("MAPPED"):
!     knl = lp.map_parallel(knl)
! else:
!     align = globals().get("ALIGN")
!     knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0", align=align)
!     knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
!     knl = lp.tag_inames(knl, "k:g.2")
! RESULT = knl
!$loopy end
