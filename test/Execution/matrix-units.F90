! Sums of products for matrix units, computed by work-items themselves on targets
! that have none: on sizes that tiles divide and others, down to none; factors in
! either order, transposed, negative, with a third subscript.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=8 --set SHAPE=m16n8k8 --param m=37 --param n=41 --param l=19 --param ne=3
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set SHAPE=m8n8k4 --param m=32 --param n=32 --param l=16 --param ne=1
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set SHAPE=m16n8k16 --set AHEAD=2 --param m=1 --param n=33 --param l=50 --param ne=2
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set SHAPE=m16n8k4 --param m=5 --param n=4 --param l=0 --param ne=2
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set PRECISION=tf32 --set SHAPE=m16n8k8 --param m=37 --param n=41 --param l=19 --param ne=3
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set PRECISION=3xtf32 --set SHAPE=m16n8k4 --param m=31 --param n=65 --param l=8 --param ne=1
! RUN: %{check} | FileCheck %s
! CHECK: check: product: opencl: ok
! CHECK: check: product: c: ok
! CHECK-NOT: note: matrix units
! CHECK: check: transposed: opencl: ok
! CHECK: check: transposed: c: ok
! CHECK: check: elements: opencl: ok
! CHECK: check: elements: c: ok
! CHECK: check: direct: opencl: ok
! CHECK: check: direct: c: ok
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(out) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = 2*s
    end do
  end do
end subroutine

! c - b'*a', the terms from the last to the first.
subroutine transposed(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(l, m), b(n, l)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do i = 1, m
    do j = 1, n
      s = c(i, j)
      do k = l, 1, -1
        s = s - b(j, k)*a(k, i)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

! A matrix along the second axis of each element.
subroutine elements(n, l, ne, d, v, u)
  implicit none
  integer, intent(in) :: n, l, ne
  real(RK), intent(in) :: d(n, l), v(7, l, ne)
  real(RK), intent(out) :: u(7, n, ne)
  integer :: i, j, k, e
  real(RK) :: s
  do e = 1, ne
    do j = 1, n
      do i = 1, 7
        s = 0
        do k = 1, l
          s = s + d(j, k)*v(i, k, e)
        end do
        u(i, j, e) = s
      end do
    end do
  end do
end subroutine

! Factors come from global memory, one of two parts.
subroutine direct(m, n, l, w, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: w(n), a(l, m), b(l, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = c(i, j)
      do k = 1, l
        s = s + a(k, i)*(w(j)*b(k, j))
      end do
      c(i, j) = s
    end do
  end do
end subroutine

!$loopy begin
! SHAPE, PRECISION, AHEAD = SHAPE, globals().get("PRECISION"), int(globals().get("AHEAD", 1))
! def on_units(knl, rows, columns, warps):
!     return lp.use_matrix_units(knl, "writes:s and reads:*_fetch", rows, columns, "k_inner", shape=SHAPE, precision=PRECISION, warps=warps)
! def fetched(knl, *factors):
!     for array, inames in factors:
!         knl = lp.add_prefetch(knl, array, inames, lookahead=AHEAD, default_tag="l.auto")
!     return knl
! product, transposed, elements, direct = lp.parse_fortran(SOURCE, FILENAME)
! for knl in [product, transposed]:
!     tiled = lp.split_iname(knl, "i", 32, outer_tag="g.0")
!     tiled = lp.split_iname(tiled, "j", 32, outer_tag="g.1")
!     tiled = lp.split_iname(tiled, "k", 16, slabs=(0, 1))
!     tiled = fetched(tiled, ("a", ["i_inner", "k_inner"]), ("b", ["j_inner", "k_inner"]))
!     tiled = on_units(tiled, "i_inner", "j_inner", (2, 2) if knl is product else (1, 1))
!     product, transposed = (tiled, transposed) if knl is product else (product, tiled)
! # Rows are those of d; columns, of which one is missing, are the elements' first axis.
! elements = lp.tag_inames(elements, "e:g.0")
! elements = lp.split_iname(elements, "j", 16, outer_tag="g.1")
! elements = lp.split_iname(elements, "i", 8, outer_tag="g.2")
! elements = lp.split_iname(elements, "k", 16)
! elements = fetched(elements, ("d", ["j_inner", "k_inner"]), ("v", ["i_inner", "k_inner"]))
! elements = on_units(elements, "j_inner", "i_inner", (1, 1))
! direct = lp.split_iname(direct, "i", 16, outer_tag="g.0")
! direct = lp.split_iname(direct, "j", 16, outer_tag="g.1")
! direct = lp.split_iname(direct, "k", 16)
! direct = lp.use_matrix_units(direct, "writes:s and reads:a", "i_inner", "j_inner", "k_inner", shape=SHAPE, precision=PRECISION)
! RESULT = [product, transposed, elements, direct]
!$loopy end
