! What one reduction over work-groups found is used in the next: the barrier
! comes before the first value of the next one's partial results, which live in
! registers of one launch.
! RUN: %loopyc %s --print-after=schedule -Wno-serial --target=opencl -o %t/ 2>&1 | FileCheck %s
! RUN: %loopyc %s -Wno-serial --target=opencl --set ACROSS="'atomics'" --emit=device -o - | FileCheck %s --check-prefix=ATOMICS
! CHECK: CALL KERNEL two(
! CHECK: low_parts[
! CHECK: low_rank_parts[
! CHECK: RETURN FROM KERNEL two
! CHECK-NEXT: ... gbarrier
! CHECK: at = {{.*}}
! CHECK: low = {{.*}}low_shared
! CHECK: ... gbarrier
! CHECK-NOT: gbarrier
! CHECK: s_partial = -0.0d0
! CHECK: s_partial = s_partial + b[
! ATOMICS: reassociates the sum in s over j_outer, j_inner; work-groups finish in any order, so that it is rounded differently from run to run
! ATOMICS: void two_0(
! ATOMICS-NOT: void
! ATOMICS: low[0] = low_shared_0[0];
! ATOMICS: void two_1(
! ATOMICS-NOT: void
! ATOMICS: atomic_add_f64(&s[0], s_shared[0]);
! ATOMICS-NOT: void two_
subroutine two(n, a, b, low, at, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(inout) :: low, s
  integer, intent(inout) :: at
  integer :: i, j
  do i = 1, n
    if (a(i) < low) then
      low = a(i)
      at = i
    end if
  end do
  do j = 1, n
    s = s + b(j)*low
  end do
end subroutine two

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in ["i", "j"]:
!     knl = lp.split_iname(knl, name, 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.set_reduction(knl, "s", across=globals().get("ACROSS", "steps"))
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
