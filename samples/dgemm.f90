! c := alpha*a*b, tiled 16 by 8 for the work-groups. The sizes need not divide
! by the tiles: what sticks out is guarded.
subroutine dgemm(m, n, l, alpha, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real*8, intent(in) :: alpha, a(m,l), b(l,n)
  real*8, intent(out) :: c(m,n)
  real*8 :: temp
  integer :: i, j, k

  do j = 1, n
    do i = 1, m
      temp = 0
      do k = 1, l
        temp = temp + b(k,j)*a(i,k)
      end do
      c(i,j) = alpha*temp
    end do
  end do
end subroutine dgemm

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
! knl = lp.split_iname(knl, "k", 4)
! knl = lp.prioritize_loops(knl, "k_outer,k_inner")
!
! RESULT = knl
!
!$loopy end
