! Across groups: each leaves its part in memory, and after a barrier for all of
! them one group combines the parts, on its work-items as before. What has two
! accumulators has one barrier.
! RUN: %loopyc %s --print-after=realize-parallel-reductions --emit=device -o - 2>&1 | FileCheck %s
! CHECK-DAG: s_partial: type: float64, shape: () aspace: private, for each of: (i_outer_lane, i_inner_lane)
! CHECK-DAG: s_shared: type: float64, shape: (64), {{.*}} aspace: local
! CHECK-DAG: s_parts: type: float64, shape: (if(n <= 0, 0, (n + 63) / 64)), {{.*}} aspace: global
! CHECK-DAG: [n] -> { [i_outer_part_outer, i_outer_part_inner] :
! CHECK-DAG: i_outer_part_inner: l.0
! CHECK-LABEL: INSTRUCTIONS:
! CHECK: s_partial = -0.0d0  {id=s_0_init{{[,}]}}
! CHECK: count_partial = 0  {id=count_0_init{{[,}]}}
! CHECK: for i_outer{{$}}
! CHECK: for i_inner{{$}}
! CHECK: s_partial = s_partial + a[i_inner + 64*i_outer]
! CHECK: if a[i_inner + 64*i_outer] > 0.0d0
! CHECK: count_partial = count_partial + 1
! CHECK: s_shared[i_inner_lane_1] = s_shared[i_inner_lane_1] + s_shared[i_inner_lane_1 + 1]
! CHECK: s_parts[i_outer_lane] = s_shared[0]  {id=s_0_part{{[,}]}}
! CHECK: count_parts[i_outer_lane] = count_shared[0]
! CHECK: ... gbarrier
! CHECK-NOT: ... gbarrier
! CHECK: for i_outer_part_outer
! CHECK: for i_outer_part_inner
! CHECK: s_partial_0 = s_partial_0 + s_parts[i_outer_part_inner + 64*i_outer_part_outer]
! CHECK: count_partial_0 = count_partial_0 + count_parts[
! CHECK: s = s + s_shared_0[0]
! CHECK: count = count + count_shared_0[0]
! CHECK: r = sqrt(s)
subroutine norm(n, a, s, count, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: s
  integer, intent(inout) :: count
  real(8), intent(out) :: r
  integer :: i
  do i = 1, n
    s = s + a(i)
    if (a(i) > 0) count = count + 1
  end do
  r = sqrt(s)
end subroutine norm

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")
!$loopy end
