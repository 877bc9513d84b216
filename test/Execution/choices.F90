! Points that a condition leaves out one by one, on devices computed and not
! taken: in tiles with and without them, in the last, in sums that work-items
! share, with two such points, and with inequalities beside them.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param n=64 --param m=3
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param n=53 --param m=7
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param n=131 --param m=130
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param n=1 --param m=1
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param n=0 --param m=2
! RUN: %{check} | FileCheck %s
! CHECK: check: tiles: opencl: ok
! CHECK: check: tiles: c: ok
! CHECK: check: rows: opencl: ok
! CHECK: check: rows: c: ok
! CHECK: check: blocks: opencl: ok
! CHECK: check: blocks: c: ok
! CHECK: check: two: opencl: ok
! CHECK: check: two: c: ok
subroutine tiles(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: s
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      if (j /= i) s = s + x(j)/abs(i - j)
    end do
    y(i) = s
  end do
end subroutine

subroutine rows(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: s
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      if (j /= i) s = s + x(j)/real(i - j, RK)**2
    end do
    y(i) = s
  end do
end subroutine

subroutine blocks(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: s, d, r
  integer :: i, j
  do i = 1, n
    s = 1
    do j = 1, n
      if (j /= i) then
        d = real(i - j, RK)
        r = d*d + x(j)*x(j)
        s = s + x(j)/d - r/n**2
      end if
    end do
    y(i) = s
  end do
end subroutine

subroutine two(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: s
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      if (j /= i .and. j + i /= m .and. j < 100) s = s + x(j)/(i - j) + x(i)/real(j + i - m, RK)
    end do
    y(i) = s
  end do
end subroutine
!$loopy begin
! tiles, rows, blocks, two = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl, **slabs):
!     knl = lp.split_iname(knl, "i", 32, outer_tag="g.0")
!     knl = lp.split_iname(knl, "i_inner", 16, outer_tag="ilp", inner_tag="l.0")
!     return lp.split_iname(knl, "j", 16, **slabs)
! tiles = lp.add_prefetch(tiled(tiles, slabs=(0, 1)), "x[j]", ["j_inner"], default_tag="l.auto")
! tiles = lp.split_iname(tiles, "j_inner", 4, inner_tag="unr")
! rows = lp.split_iname(tiled(rows), "j_inner", 4, outer_tag="l.1", outer_iname="part", inner_iname="own")
! rows = lp.add_prefetch(rows, "x[j]", ["own", "part"], default_tag="l.auto")
! RESULT = [tiles, rows, tiled(blocks), tiled(two)]
!$loopy end
