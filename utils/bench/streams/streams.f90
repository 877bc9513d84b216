! Kernels that the memory's rate bounds, for any size: what each must move, over
! the rate of a copy, is the bound.
subroutine saxpy(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a, x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine

subroutine transposed(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m)
  real, intent(out) :: b(m, n)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      b(j, i) = a(i, j)
    end do
  end do
end subroutine

subroutine laplacian(n, m, l, c, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real(8), intent(in) :: c, u(n, m, l)
  real(8), intent(inout) :: v(n, m, l)
  integer :: i, j, k
  do k = 2, l - 1
    do j = 2, m - 1
      do i = 2, n - 1
        v(i, j, k) = c*u(i, j, k) + u(i - 1, j, k) + u(i + 1, j, k) &
          + u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)
      end do
    end do
  end do
end subroutine

subroutine wave(n, m, l, c, u, v, speed)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: c(0:4), u(n, m, l), speed(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  real :: s
  do k = 5, l - 4
    do j = 5, m - 4
      do i = 5, n - 4
        s = 3*c(0)*u(i, j, k) &
          + c(1)*(u(i-1, j, k) + u(i+1, j, k) + u(i, j-1, k) + u(i, j+1, k) + u(i, j, k-1) + u(i, j, k+1)) &
          + c(2)*(u(i-2, j, k) + u(i+2, j, k) + u(i, j-2, k) + u(i, j+2, k) + u(i, j, k-2) + u(i, j, k+2)) &
          + c(3)*(u(i-3, j, k) + u(i+3, j, k) + u(i, j-3, k) + u(i, j+3, k) + u(i, j, k-3) + u(i, j, k+3)) &
          + c(4)*(u(i-4, j, k) + u(i+4, j, k) + u(i, j-4, k) + u(i, j+4, k) + u(i, j, k-4) + u(i, j, k+4))
        s = 2*u(i, j, k) - v(i, j, k) + speed(i, j, k)*s
        v(i, j, k) = s
      end do
    end do
  end do
end subroutine

!$loopy begin
! saxpy, transposed, laplacian, wave = lp.parse_fortran(SOURCE, FILENAME)
! ASYNC = int(globals().get("ASYNC", 1)) # has the target copies that go on?
!
! saxpy = lp.split_iname(saxpy, "i", 512, outer_tag="g.0")
! saxpy = lp.split_iname(saxpy, "i_inner", 128, outer_tag="ilp", inner_tag="l.0")
!
! # A tile through local memory, in rows with room between them. Groups that run
! # together store what lies together: rows may begin anywhere in a line, and its
! # parts meet in the cache.
! transposed = lp.split_iname(transposed, "i", 64, outer_tag="g.1")
! transposed = lp.split_iname(transposed, "j", 128, outer_tag="g.0", inner_tag="l.0")
! transposed = lp.add_prefetch(transposed, "a", ["i_inner", "j_inner"])
! transposed = lp.split_iname(transposed, "i_inner", 8, outer_tag="unr", inner_tag="l.1")
! transposed = lp.tag_array_axes(transposed, "a_fetch", "stride:1,stride:65")
!
! # Three rows of points and their columns, as below, but few planes: what tiles
! # read twice is in the L2 cache. Tiles begin where rows are aligned.
! laplacian = lp.extract_subst(laplacian, "column", "u[i + 1, j + 1, z]", "z")
! laplacian = lp.split_iname(laplacian, "i", 128, outer_tag="g.0", inner_tag="l.0", align=True)
! laplacian = lp.split_iname(laplacian, "j", 9, outer_tag="g.1")
! laplacian = lp.split_iname(laplacian, "j_inner", 3, outer_tag="l.1", inner_tag="ilp")
! laplacian = lp.split_iname(laplacian, "k", 6, outer_tag="g.2")
! laplacian = lp.precompute(laplacian, "column", rolling="k_inner", default_tag=None, compute_insn_id="column")
! laplacian = lp.add_prefetch(laplacian, "u", ["z", "i_inner", "j_inner_outer", "j_inner_inner"], within="writes:v or id:column", rolling="k_inner", lookahead=1 + ASYNC, fetch_bounding_box=True)
! laplacian = lp.copy_rows(laplacian, "u_fetch")
! laplacian = lp.tag_inames(laplacian, {"k_inner": "unr"})
! laplacian = lp.set_options(laplacian, whole_tiles=False)
!
! # A work-item has four rows of points and its columns in registers, which come
! # from planes in local memory, and so do their neighbours: those across rows are
! # read before the sums. Planes are copied two and more iterations ahead, in
! # rows, so that it does not matter where rows begin; of v, too, whose points only
! # their owner overwrites. The coefficients could be in v, as far as a compiler
! # knows.
! # Without such copies: rows come from the cache, and begin where they are aligned.
! wave = lp.extract_subst(wave, "column", "u[i + 4, j + 4, z]", "z")
! if ASYNC:
!     around = "i_outer,i_inner,j_outer,j_inner_outer,k_outer"
!     tile = ["i_inner", "j_inner_outer", "j_inner_inner"]
!     wave = lp.extract_subst(wave, "across", "u[i + 4, y, k + 4]", "y")
!     wave = lp.split_iname(wave, "i", 128, outer_tag="g.0", inner_tag="l.0")
!     wave = lp.split_iname(wave, "j", 16, outer_tag="g.1")
!     wave = lp.split_iname(wave, "j_inner", 4, outer_tag="l.1", inner_tag="ilp")
!     wave = lp.split_iname(wave, "k", 252, outer_tag="g.2")
!     wave = lp.add_prefetch(wave, "c", temporary_address_space="private", default_tag=None, fetch_outer_inames=around)
!     wave = lp.precompute(wave, "column", rolling="k_inner", default_tag=None, compute_insn_id="column")
!     wave = lp.precompute(wave, "across", ["j_inner_inner"], temporary_address_space="private", default_tag="unr", compute_insn_id="across", fetch_bounding_box=True)
!     wave = lp.add_prefetch(wave, "u", ["z", "y"] + tile, within="writes:s or id:column or id:across", rolling="k_inner", lookahead=3, fetch_bounding_box=True)
!     wave = lp.add_prefetch(wave, "v", tile, lookahead=2)
!     wave = lp.add_prefetch(wave, "speed", tile, lookahead=2)
!     for array in ["u", "v", "speed"]:
!         wave = lp.copy_rows(wave, array + "_fetch")
!     # Nine planes are in the column: all of it is in registers, at constant places.
!     wave = lp.split_iname(wave, "k_inner", 9, inner_tag="unr")
!     wave = lp.set_options(wave, whole_tiles=False)
! else:
!     wave = lp.split_iname(wave, "i", 64, outer_tag="g.0", inner_tag="l.0", align=True)
!     wave = lp.split_iname(wave, "j", 4, outer_tag="g.1", inner_tag="l.1")
!     wave = lp.split_iname(wave, "k", 36, outer_tag="g.2")
!     wave = lp.precompute(wave, "column", rolling="k_inner", default_tag=None, compute_insn_id="column")
!     wave = lp.split_iname(wave, "k_inner", 9, inner_tag="unr")
!     wave = lp.set_options(wave, whole_tiles=False)
! RESULT = [saxpy, transposed, laplacian, wave]
!$loopy end
