! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c -Wno-serial -Wno-slabs --param n=100 --param m=7 --param lo=3 --param hi=81 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial -Wno-slabs --param n=67 --param m=5 --param lo=-2 --param hi=14 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c -Wno-serial -Wno-slabs --param n=8 --param m=1 --param lo=0 --param hi=-1 | FileCheck %s --implicit-check-not=FAILED
! Tiles that begin before the loop does: in one group and in many, with guards,
! slabs, staged footprints, rules, in triangles, and by map_parallel.
! CHECK-COUNT-18: ok
subroutine groups(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: u(n, m)
  real(RK), intent(inout) :: v(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 5, n - 4
      v(i, j) = u(i-4, j) + 2*u(i, j) + u(i+4, j) + u(i, j-1) + 3*u(i, j+1)
    end do
  end do
end subroutine
subroutine slabs(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(inout) :: v(n)
  integer :: i
  do i = 6, n - 2
    v(i) = v(i) + u(i-1)*u(i+1)
  end do
end subroutine
subroutine both(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(inout) :: v(n)
  integer :: i
  do i = 3, n - 2
    v(i) = v(i) + u(i-1)*u(i+1)
  end do
end subroutine
subroutine staged(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: u(n, m)
  real(RK), intent(inout) :: v(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 4, n - 3
      v(i, j) = u(i-3, j) + 2*u(i, j) + u(i+3, j) + u(i, j-1) + 3*u(i, j+1)
    end do
  end do
end subroutine
subroutine named(lo, hi, p)
  implicit none
  integer, intent(in) :: lo, hi
  real(RK), intent(inout) :: p(-70:hi)
  integer :: i
  do i = lo, hi
    p(i) = 2*p(i) + i
  end do
end subroutine
subroutine triangle(n, a)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n, n)
  integer :: i, j
  do j = 1, n
    do i = 3, j
      a(i, j) = 2*a(i, j) + i
    end do
  end do
end subroutine
subroutine mapped(n, m, u, v, w)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: u(n, m)
  real(RK), intent(inout) :: v(n, m), w(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 5, n - 4
      v(i, j) = u(i-4, j) + 2*u(i, j) + u(i+4, j) + u(i, j-1) + 3*u(i, j+1)
    end do
  end do
  do j = 2, m - 1
    do i = 6, n
      w(i, j) = v(i, j) + v(i-1, j)
    end do
  end do
end subroutine
subroutine summed(n, u, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(inout) :: s
  integer :: i
  do i = 4, n
    s = s + u(i)
  end do
end subroutine
subroutine side_by_side(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(inout) :: v(n)
  integer :: i
  do i = 7, n
    v(i) = 2*v(i) + u(i)
  end do
end subroutine

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! groups = lp.split_iname(t["groups"], "i", 32, outer_tag="g.0", inner_tag="l.0", align=True)
! groups = lp.tag_inames(groups, "j:g.1")
! slabs = lp.split_iname(t["slabs"], "i", 16, align="v", slabs=(1, 1))
! both = lp.split_iname(t["both"], "i", 16, align=True, outer_tag="g.0", slabs=(1, 1))
! staged = lp.split_iname(t["staged"], "i", 16, align="u", outer_tag="g.0", inner_tag="l.0")
! staged = lp.split_iname(staged, "j", 4, align=1, outer_tag="g.1", inner_tag="l.1")
! staged = lp.add_prefetch(staged, "u", ["i_inner", "j_inner"], default_tag="l.auto")
! named = lp.split_iname(t["named"], "i", 8, align="p", outer_tag="g.0", inner_tag="l.0")
! triangle = lp.split_iname(t["triangle"], "i", 4, align=True, slabs=(1, 1), inner_tag="unr")
! triangle = lp.tag_inames(triangle, "j:g.0")
! mapped = lp.map_parallel(t["mapped"])
! summed = lp.map_parallel(t["summed"])
! beside = lp.split_iname(t["side_by_side"], "i", 16, align=True, outer_tag="g.0")
! beside = lp.split_iname(beside, "i_inner", 4, inner_tag="ilp", outer_tag="l.0", align=2)
! RESULT = [groups, slabs, both, staged, named, triangle, mapped, summed, beside]
!$loopy end
