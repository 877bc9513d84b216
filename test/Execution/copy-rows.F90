! Rows that work-items copy together: planes that roll, tiles with halos and
! without, rows at odd places of the array, one row, several slots, an array that
! the kernel overwrites, tiles at edges; single and double precision, integers and
! complex numbers, which begin anywhere in 16 bytes.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param m=37 --param n=19 --param l=11
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=37 --param n=19 --param l=11
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=2 --param m=16 --param n=8 --param l=13
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --set AHEAD=1 --param m=23 --param n=7 --param l=6
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=1 --param m=3 --param n=3 --param l=3
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=1 --param n=0 --param l=1
! RUN: %unoptimised %{check} | FileCheck %s
! Rows of fewer elements than 16 bytes have.
! REDEFINE: %{sizes}=-DRK=4 --set AHEAD=1 --param m=1 --param n=9 --param l=3
! RUN: %unoptimised %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=2 --param n=5 --param l=4
! RUN: %unoptimised %{check} | FileCheck %s
! CHECK-DAG: check: planes: opencl: ok
! CHECK-DAG: check: planes: c: ok
! CHECK-DAG: check: shifted: opencl: ok
! CHECK-DAG: check: shifted: c: ok
! CHECK-DAG: check: steps: opencl: ok
! CHECK-DAG: check: steps: c: ok
! CHECK-DAG: check: across: opencl: ok
! CHECK-DAG: check: across: c: ok
! CHECK-DAG: check: pairs: opencl: ok
! CHECK-DAG: check: pairs: c: ok
! CHECK-DAG: check: numbers: opencl: ok
! CHECK-DAG: check: numbers: c: ok
! CHECK-DAG: check: deep: opencl: ok
! CHECK-DAG: check: deep: c: ok
! CHECK-DAG: check: together: opencl: ok
! CHECK-DAG: check: together: c: ok
subroutine planes(m, n, l, u, v)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: u(m, n, l)
  real(RK), intent(inout) :: v(m, n, l)
  integer :: i, j, k
  do k = 2, l - 1
    do j = 2, n - 1
      do i = 2, m - 1
        v(i, j, k) = v(i, j, k)/2 + u(i, j, k) - u(i-1, j, k) + u(i+1, j, k)/4 &
          + u(i, j-1, k) - u(i, j+1, k)/8 + u(i, j, k-1) + u(i, j, k+1)
      end do
    end do
  end do
end subroutine

! The tile begins at an odd element, and rows are read backwards.
subroutine shifted(m, n, a, b)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: a(0:m + 4, n + 1)
  real(RK), intent(inout) :: b(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      b(i, j) = a(m - i + 3, j + 1) + 2*a(m - i + 1, j)
    end do
  end do
end subroutine

! One row, of blocks along a loop.
subroutine steps(m, l, x, y)
  implicit none
  integer, intent(in) :: m, l
  real(RK), intent(in) :: x(m + 3, l)
  real(RK), intent(inout) :: y(m, l)
  integer :: i, k
  do k = 1, l
    do i = 1, m
      y(i, k) = y(i, k) + x(i + 3, k)*x(i, k)
    end do
  end do
end subroutine

! Rows of the array are columns of the tile.
subroutine across(m, n, a, b)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: a(m, n)
  real(RK), intent(out) :: b(n, m)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      b(j, i) = a(i, j)
    end do
  end do
end subroutine

subroutine pairs(m, n, z, w)
  implicit none
  integer, intent(in) :: m, n
  complex(RK), intent(in) :: z(m + 1, n)
  complex(RK), intent(inout) :: w(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      w(i, j) = z(i + 1, j)*z(i, j) - w(i, j)
    end do
  end do
end subroutine

subroutine numbers(m, n, p, q)
  implicit none
  integer, intent(in) :: m, n
  integer(RK), intent(in) :: p(m, 2*n)
  integer(RK), intent(inout) :: q(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      q(i, j) = p(i, 2*j) - 3*p(i, 2*j - 1)
    end do
  end do
end subroutine

! More slots than two bits each in a word.
subroutine deep(m, n, l, u, v)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: u(m, n, l)
  real(RK), intent(inout) :: v(m, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      do k = 1, l
        v(i, j) = v(i, j) + k*u(i, j, k)
      end do
    end do
  end do
end subroutine

! Rows of one shape, of three arrays and in loops: of two of them as far from 16
! bytes, of the third elsewhere.
subroutine together(m, n, l, a, b, c, d)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, n, l), b(m, n, l), c(m + 1, n, l)
  real(RK), intent(inout) :: d(m, n, l)
  integer :: i, j, k
  do k = 1, l
    do j = 1, n
      do i = 2, m
        d(i, j, k) = d(i, j, k) + a(i-1, j, k) + a(i, j, k)/2 - b(i-1, j, k) &
          + b(i, j, k)/4 + c(i, j, k)*c(i+1, j, k)
      end do
    end do
  end do
end subroutine

!$loopy begin
! ahead = int(globals().get("AHEAD", 0))
! def tile(knl, i, j):
!     knl = lp.split_iname(knl, i, 8, outer_tag="g.0", inner_tag="l.0")
!     return lp.split_iname(knl, j, 4, outer_tag="g.1", inner_tag="l.1")
! def rows(knl, array, sweep, **how):
!     knl = lp.add_prefetch(knl, array, sweep, temporary_address_space="local", **how)
!     return lp.copy_rows(knl, array + "_fetch")
! planes, shifted, steps, across, pairs, numbers, deep, together = lp.parse_fortran(SOURCE, FILENAME)
!
! planes = tile(planes, "i", "j")
! planes = rows(planes, "u", ["i_inner", "j_inner"], rolling="k", lookahead=ahead, fetch_bounding_box=True)
! if ahead:
!     planes = rows(planes, "v", ["i_inner", "j_inner"], lookahead=ahead)
!
! shifted = tile(shifted, "i", "j")
! shifted = rows(shifted, "a", ["i_inner", "j_inner"], fetch_bounding_box=True)
!
! steps = lp.split_iname(steps, "i", 16, outer_tag="g.0", inner_tag="l.0")
! steps = lp.split_iname(steps, "k", 3)
! steps = rows(steps, "x", ["i_inner"], fetch_bounding_box=True)
!
! across = lp.split_iname(across, "i", 8, outer_tag="g.0")
! across = lp.split_iname(across, "j", 8, outer_tag="g.1", inner_tag="l.0")
! across = rows(across, "a", ["i_inner", "j_inner"])
! across = lp.split_iname(across, "i_inner", 2, inner_tag="l.1")
!
! pairs = tile(pairs, "i", "j")
! pairs = rows(pairs, "z", ["i_inner", "j_inner"])
! numbers = tile(numbers, "i", "j")
! numbers = rows(numbers, "p", ["i_inner", "j_inner"], fetch_bounding_box=True)
! deep = lp.split_iname(tile(deep, "i", "j"), "k", 20)
! deep = rows(deep, "u", ["i_inner", "j_inner", "k_inner"])
! together = tile(together, "i", "j")
! for array in "abc":
!     together = rows(together, array, ["i_inner", "j_inner"], lookahead=ahead)
! RESULT = [planes, shifted, steps, across, pairs, numbers, deep, together]
!$loopy end
