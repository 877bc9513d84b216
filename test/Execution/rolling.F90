! Values that stay from iteration to iteration, in private and in local memory,
! also computed some iterations ahead: loops of many iterations, of fewer than
! the window is long, of none; loops that run down, steps of two, chunks. PoCL's optimiser gets barriers wrong between
! equal conditions, which unrolled loops have (docs/gpu.md).
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param m=33 --param n=17 --param l=41
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set UNROLL=1 --param m=16 --param n=23 --param l=26
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set UNROLL=1 --set CHUNK=12 --param m=11 --param n=13 --param l=7
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set CHUNK=3 --param m=7 --param n=8 --param l=29
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=5 --param n=5 --param l=5
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set UNROLL=1 --param m=6 --param n=4 --param l=3
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=1 --param m=21 --param n=11 --param l=30
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=3 --set CHUNK=5 --param m=9 --param n=13 --param l=23
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=2 --set UNROLL=1 --param m=10 --param n=7 --param l=17
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=3 --param m=5 --param n=5 --param l=5
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=1 --param n=0 --param l=1
! RUN: %unoptimised %{check} | FileCheck %s
! CHECK: check: star: opencl: ok
! CHECK: check: star: c: ok
! CHECK: check: planes: opencl: ok
! CHECK: check: planes: c: ok
! CHECK: check: down: opencl: ok
! CHECK: check: down: c: ok
! CHECK: check: every: opencl: ok
! CHECK: check: every: c: ok
! CHECK: check: roots: opencl: ok
! CHECK: check: roots: c: ok
subroutine star(m, n, l, u, v)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: u(m, n, l)
  real(RK), intent(inout) :: v(m, n, l)
  integer :: i, j, k
  do k = 3, l - 2
    do j = 3, n - 2
      do i = 3, m - 2
        v(i, j, k) = v(i, j, k) - 6*u(i, j, k) + u(i-1, j, k) + u(i+2, j, k) + u(i, j-2, k) &
          + u(i, j+1, k) + u(i, j, k-2)/2 + u(i, j, k-1) + u(i, j, k+1) + u(i, j, k+2)/2
      end do
    end do
  end do
end subroutine

subroutine planes(m, n, l, u, v)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: u(m, n, l)
  real(RK), intent(inout) :: v(m, n, l)
  integer :: i, j, k
  do k = 2, l - 1
    do j = 2, n - 1
      do i = 2, m - 1
        v(i, j, k) = u(i, j, k) + u(i-1, j+1, k) + u(i+1, j-1, k-1) + u(i, j-1, k+1)
      end do
    end do
  end do
end subroutine

! The window moves the other way.
subroutine down(m, l, u, v)
  implicit none
  integer, intent(in) :: m, l
  real(RK), intent(in) :: u(m, l)
  real(RK), intent(inout) :: v(m, l)
  integer :: i, k
  do i = 1, m
    do k = l - 2, 3, -1
      v(i, k) = v(i, k + 1)/2 + u(i, k - 2) - u(i, k + 1)*u(i, k + 2)
    end do
  end do
end subroutine

! By two at a time.
subroutine every(m, l, u, v)
  implicit none
  integer, intent(in) :: m, l
  real(RK), intent(in) :: u(m, 0:2*l + 2)
  real(RK), intent(inout) :: v(m, l)
  integer :: i, k
  do i = 1, m
    do k = 1, l
      v(i, k) = v(i, k) + u(i, 2*k) + u(i, 2*k - 1)*u(i, 2*k + 1) - u(i, 2*k + 2)
    end do
  end do
end subroutine

! What is kept is computed, not only read.
subroutine roots(m, l, x, y)
  implicit none
  integer, intent(in) :: m, l
  real(RK), intent(in) :: x(m, l)
  real(RK), intent(inout) :: y(m, l)
  integer :: i, k
  do i = 1, m
    do k = 1, l - 1
      y(i, k) = sqrt(1 + x(i, k)**2) - sqrt(1 + x(i, k+1)**2)
    end do
  end do
end subroutine

!$loopy begin
! chunk = int(globals().get("CHUNK", 8))
! unrolled = bool(globals().get("UNROLL", 0))
! ahead = int(globals().get("AHEAD", 0))
! def windowed(knl, iname, length):
!     return lp.split_iname(knl, iname, length + ahead, inner_tag="unr") if unrolled else knl
! star, planes, down, every, roots = lp.parse_fortran(SOURCE, FILENAME)
!
! # A column in registers, the plane around it in local memory.
! star = lp.extract_subst(star, "column", "u[i + 2, j + 2, z]", "z")
! star = lp.split_iname(star, "i", 8, outer_tag="g.0", inner_tag="l.0")
! star = lp.split_iname(star, "j", 4, outer_tag="g.1", inner_tag="l.1")
! star = lp.split_iname(star, "k", chunk, outer_tag="g.2")
! star = lp.precompute(star, "column", rolling="k_inner", lookahead=ahead, default_tag=None)
! star = lp.add_prefetch(star, "u", ["i_inner", "j_inner"], within="writes:v", fetch_bounding_box=True)
! star = windowed(star, "k_inner", 5)
!
! # All planes in local memory, each of which comes once.
! planes = lp.split_iname(planes, "i", 8, outer_tag="g.0", inner_tag="l.0")
! planes = lp.split_iname(planes, "j", 4, outer_tag="g.1", inner_tag="l.1")
! planes = lp.add_prefetch(planes, "u", ["i_inner", "j_inner"], rolling="k", lookahead=ahead, fetch_bounding_box=True)
! planes = windowed(planes, "k", 3)
!
! down = lp.split_iname(down, "i", 8, outer_tag="g.0", inner_tag="l.0")
! down = lp.add_prefetch(down, "u", rolling="k", lookahead=ahead, fetch_bounding_box=True, default_tag=None)
! down = windowed(down, "k", 5)
! every = lp.split_iname(every, "i", 8, outer_tag="g.0", inner_tag="l.0")
! every = lp.add_prefetch(every, "u[:, :]", ["i_inner"], rolling="k", lookahead=ahead, temporary_address_space="local")
! every = windowed(every, "k", 2)
! roots = lp.split_iname(roots, "i", 8, outer_tag="g.0", inner_tag="l.0")
! roots = lp.split_iname(roots, "k", chunk, outer_tag="g.1")
! roots = lp.extract_subst(roots, "root", "sqrt(1 + x[i, a]**2)", "i, a")
! roots = lp.precompute(roots, "root", rolling="k_inner", lookahead=ahead, default_tag=None)
! roots = windowed(roots, "k_inner", 2)
! RESULT = [star, planes, down, every, roots]
!$loopy end
