! Products of matrices, for any size, on matrix units: tiles of 128 by 64, of
! which four warps have 64 by 32 each, in steps of 16 terms that come two steps
! ahead. And the operator of spectral elements that differentiates along one
! axis: a small matrix times what 16 elements have, which lies behind other axes.
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

! du(p, i, e) = sum over k of d(i, k)*u(p, k, e), p the points of a plane.
subroutine derivative(np, n, ne, d, u, du)
  implicit none
  integer, intent(in) :: np, n, ne
  real(8), intent(in) :: d(n, n), u(np, n, ne)
  real(8), intent(out) :: du(np, n, ne)
  integer :: p, i, k, e
  real(8) :: s
  do e = 1, ne
    do i = 1, n
      do p = 1, np
        s = 0
        do k = 1, n
          s = s + d(i, k)*u(p, k, e)
        end do
        du(p, i, e) = s
      end do
    end do
  end do
end subroutine

!$loopy begin
! # Rows of local memory lie so that what a warp reads of eight rows or columns and four terms is in different banks.
! def product(knl, shape, precision, apart):
!     rows, columns, depth = 128, 64, 16
!     knl = lp.split_iname(knl, "i", rows, outer_tag="g.0")
!     knl = lp.split_iname(knl, "j", columns, outer_tag="g.1")
!     knl = lp.split_iname(knl, "k", depth, slabs=(0, 1))
!     for array, iname in (("a", "i"), ("b", "j")):
!         knl = lp.add_prefetch(knl, array, [iname + "_inner", "k_inner"], lookahead=2, default_tag="l.auto")
!     knl = lp.tag_array_axes(knl, "a_fetch", f"stride:1,stride:{rows + apart},stride:{(rows + apart)*depth}")
!     knl = lp.tag_array_axes(knl, "b_fetch", f"stride:1,stride:{depth + 4},stride:{(depth + 4)*columns}")
!     knl = lp.use_matrix_units(knl, "writes:s and reads:a_fetch", "i_inner", "j_inner", "k_inner", shape=shape, precision=precision, warps=(2, 2))
!     return lp.tag_inames(knl, "k_inner_block:unr_hint")
! # Rows are the points, columns the derivatives: d comes from the cache.
! def along_axis(knl):
!     knl = lp.tag_inames(knl, "e:g.1")
!     knl = lp.split_iname(knl, "p", 64, outer_tag="g.0")
!     knl = lp.use_matrix_units(knl, "writes:s and reads:u", "p_inner", "i", "k", shape="m16n8k4", warps=(4, 1))
!     return lp.tag_inames(knl, "k_block:unr")
! dgemm, sgemm, derivative = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [product(dgemm, "m16n8k4", None, 4), product(sgemm, "m16n8k8", globals().get("PRECISION", "tf32"), 8)]
! RESULT.append(along_axis(lp.fix_parameters(derivative, n=int(globals().get("N", 16)))))
!$loopy end
