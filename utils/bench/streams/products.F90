! Products of many small matrices, of SIZE rows and columns.
subroutine NAME(m, a, b, c)
  implicit none
  integer, intent(in) :: m
  real, intent(in) :: a(SIZE, SIZE, m), b(SIZE, SIZE, m)
  real, intent(out) :: c(SIZE, SIZE, m)
  integer :: i, j, k, e
  real :: s
  do e = 1, m
    do j = 1, SIZE
      do i = 1, SIZE
        s = 0
        do k = 1, SIZE
          s = s + a(i, k, e)*b(k, j, e)
        end do
        c(i, j, e) = s
      end do
    end do
  end do
end subroutine

!$loopy begin
! # Matrices of a group, and columns of a work-item.
! each, own = {4: (64, 4), 8: (16, 4), 16: (8, 8), 32: (1, 16)}[int(SIZE)]
! [knl] = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "e", each, outer_tag="g.0", inner_tag="l.2")
! knl = lp.split_iname(knl, "j", int(SIZE)//own, outer_tag="ilp", inner_tag="l.1")
! knl = lp.tag_inames(knl, "i:l.0")
! knl = lp.add_prefetch(knl, "a", ["i", "k", "e_inner"])
! knl = lp.add_prefetch(knl, "b", ["k", "j_outer", "j_inner", "e_inner"])
! RESULT = lp.tag_inames(knl, "k:unr")
!$loopy end
