! A product of matrices, for any size: tiles of 128 by 128 (128 by 64 in double
! precision), of which each work-item has 8 by 8 elements, in steps of 16 (8 in
! double precision).
! Tiles at the edges are guarded, others are not.
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
! # Of a tile, each work-item has blocks of `block` by `block` elements, side by side with those of others: what it
! # reads of local memory are short vectors of 16 bytes, and those of neighbours lie next to each other, in different
! # banks. Tiles of the factors come one step of k ahead.
! def tiled(knl, tiles, block, depth, inner):
!     for iname, axis in (("i", 0), ("j", 1)):
!         tile, items = tiles[axis], tiles[axis]//8
!         knl = lp.split_iname(knl, iname, tile, outer_tag=f"g.{axis}", inner_iname=iname + "_tile")
!         knl = lp.split_iname(knl, iname + "_tile", block*items, outer_tag="ilp", outer_iname=iname + "_part", inner_iname=iname + "_point")
!         knl = lp.split_iname(knl, iname + "_point", block, outer_tag=f"l.{axis}", inner_tag="ilp", outer_iname=iname + "_item", inner_iname=iname + "_own")
!     knl = lp.split_iname(knl, "k", depth, slabs=(0, 1))
!     for array, iname in (("a", "i"), ("b", "j")):
!         knl = lp.add_prefetch(knl, array, [iname + "_part", iname + "_item", iname + "_own", "k_inner"], lookahead=AHEAD)
!     # Columns of b next to each other, with room between rows that keeps stores apart.
!     row = tiles[1] + block
!     knl = lp.tag_array_axes(knl, "b_fetch", f"stride:{row},stride:1,stride:{row*depth}")
!     # What is stored goes on in the order of addresses; of the sums, those of one row come in turn, for its factor stays.
!     own = ["i_part", "i_own", "j_part", "j_own"]
!     knl = lp.privatize_temporaries_with_inames(knl, set(own), {"s"})
!     stored = [iname + "_stored" for iname in own]
!     knl = lp.duplicate_inames(knl, own, within="writes:c", new_inames=stored, tags=dict.fromkeys(own, "ilp"))
!     knl = lp.prioritize_loops(knl, own)
!     return lp.tag_inames(knl, {"k_inner": inner})
! AHEAD = int(globals().get("AHEAD", 1))
! sgemm, dgemm = lp.parse_fortran(SOURCE, FILENAME)
! if globals().get("DIVIDING"):
!     sgemm, dgemm = (lp.assume(knl, "m mod 128 = 0 and n mod 128 = 0 and l mod 32 = 0 and 128 <= m, n, l <= 4000000")
!                     for knl in (sgemm, dgemm))
! RESULT = [tiled(sgemm, (128, 128), 4, 16, "unr_hint"), tiled(dgemm, (128, 64), 2, 8, "unr")]
!$loopy end
