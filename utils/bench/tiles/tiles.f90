! A product of matrices, for any size: tiles of 128 by 128, of which each
! work-item has 8 by 8 elements, in steps of 16. Tiles at the edges are guarded,
! others are not.
subroutine sgemm(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real, intent(in) :: a(m, l), b(l, n)
  real, intent(out) :: c(m, n)
  integer :: i, j, k
  real :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

subroutine dgemm(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(m, l), b(l, n)
  real(8), intent(out) :: c(m, n)
  integer :: i, j, k
  real(8) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

!$loopy begin
! def tiled(knl, tile, depth):
!     for iname, axis in (("i", 0), ("j", 1)):
!         knl = lp.split_iname(knl, iname, tile, outer_tag=f"g.{axis}")
!         knl = lp.split_iname(knl, iname + "_inner", 16, outer_tag="ilp", inner_tag=f"l.{axis}")
!     knl = lp.split_iname(knl, "k", depth, slabs=(0, 1))
!     knl = lp.add_prefetch(knl, "a", ["i_inner_outer", "i_inner_inner", "k_inner"], default_tag="l.auto")
!     knl = lp.add_prefetch(knl, "b", ["j_inner_outer", "j_inner_inner", "k_inner"], default_tag="l.auto")
!     return lp.tag_inames(knl, "k_inner:unr")
! sgemm, dgemm = lp.parse_fortran(SOURCE, FILENAME)
! if globals().get("DIVIDING"):
!     sgemm, dgemm = (lp.assume(knl, "m mod 128 = 0 and n mod 128 = 0 and l mod 16 = 0 and m, n, l >= 128")
!                     for knl in (sgemm, dgemm))
! RESULT = [tiled(sgemm, 128, 16), tiled(dgemm, 64, 16)]
!$loopy end
