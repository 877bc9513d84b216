! Fetches and values that are computed some iterations ahead of their uses: sizes
! with many iterations, with as many as are looked ahead, fewer, and none.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=1 --param m=33 --param n=17 --param l=41
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=2 --param m=16 --param n=23 --param l=8
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=3 --param m=29 --param n=16 --param l=9
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=3 --param m=7 --param n=3 --param l=64
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=2 --set SLABS=1 --param m=20 --param n=5 --param l=13
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=1 --param m=1 --param n=1 --param l=1
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=2 --param m=5 --param n=4 --param l=0
! RUN: %{check} | FileCheck %s
! CHECK: check: product: opencl: ok
! CHECK: check: product: c: ok
! CHECK: check: sweep: opencl: ok
! CHECK: check: sweep: c: ok
! CHECK: check: scaled: opencl: ok
! CHECK: check: scaled: c: ok
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + b(k, j)*a(i, k)
      end do
      c(i, j) = c(i, j) + s
    end do
  end do
end subroutine

! From tile to tile along a column, values pass on.
subroutine sweep(m, n, u, w, v)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: u(0:m+1, 0:n+1), w(n)
  real(RK), intent(inout) :: v(m, n)
  integer :: i, j
  do i = 1, m
    do j = 2, n
      v(i, j) = v(i, j-1)/2 + u(i-1, j) + u(i+1, j) - w(j)*u(i, j+1)
    end do
  end do
end subroutine

! What is computed ahead is no copy, and has no element of an array for each.
subroutine scaled(m, n, x, y)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(m)
  integer :: i, k
  do i = 1, m
    do k = 1, n
      y(i) = y(i) + sqrt(1 + x(k)**2)*i
    end do
  end do
end subroutine

!$loopy begin
! ahead = int(globals()["AHEAD"])
! slabs = (0, int(globals().get("SLABS", 0)))
! product, sweep, scaled = lp.parse_fortran(SOURCE, FILENAME)
! product = lp.split_iname(product, "i", 8, outer_tag="g.0", inner_tag="l.0")
! product = lp.split_iname(product, "j", 8, outer_tag="g.1")
! product = lp.split_iname(product, "j_inner", 4, outer_tag="ilp", inner_tag="l.1")
! product = lp.split_iname(product, "k", 4, slabs=slabs)
! product = lp.add_prefetch(product, "a", ["i_inner", "k_inner"], lookahead=ahead)
! product = lp.add_prefetch(product, "b", ["j_inner_outer", "j_inner_inner", "k_inner"], lookahead=ahead)
! product = lp.tag_array_axes(product, "b_fetch", "N1,N0,N2")
! sweep = lp.split_iname(sweep, "i", 8, outer_tag="g.0", inner_tag="l.0")
! sweep = lp.add_prefetch(sweep, "u", ["i_inner"], lookahead=ahead, temporary_address_space="local")
! sweep = lp.add_prefetch(sweep, "w", [], lookahead=ahead, temporary_address_space="local")
! scaled = lp.split_iname(scaled, "i", 8, outer_tag="g.0", inner_tag="l.0")
! scaled = lp.split_iname(scaled, "k", 5)
! scaled = lp.extract_subst(scaled, "root", "sqrt(1 + x[a]**2)", "a")
! scaled = lp.precompute(scaled, "root", ["k_inner"], lookahead=ahead, lookahead_iname="k_outer")
! RESULT = [product, sweep, scaled]
!$loopy end
