! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=5 --param m=3 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=3 --param m=37 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=2 --param m=64 --set TAG=ilp.seq | FileCheck %s
! Values fetched for interleaved iterations, and then computed ahead in a loop
! of their own for all of these: each iteration needs a copy.
! CHECK: check: recur: opencl: ok
! CHECK: check: recur: c: ok
subroutine recur(n, m, a, o)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m + 2)
  real(RK), intent(inout) :: o(n, m)
  integer :: i, j
  do i = 1, n
    do j = 2, m
      o(i, j) = 0.25*o(i, j - 1) + a(i, j + 2)
    end do
  end do
end subroutine recur
!$loopy begin
! tag = globals().get("TAG", "ilp")
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.extract_subst(knl, "ahead", "a[x, y]", ["x", "y"])
! knl = lp.split_iname(knl, "j", 8, inner_tag=tag)
! knl = lp.add_prefetch(knl, "a", ["j_inner"], default_tag="l.auto",
!                       fetch_bounding_box=True, within="id:o_0")
! knl = lp.split_iname(knl, "j_outer", 4, inner_tag=tag)
! RESULT = lp.precompute(knl, "ahead", ["j_outer_inner", "a_dim_1"],
!                        default_tag="unr")
!$loopy end
