! A reduction over work-items: partial sums in registers, steps that halve the
! number of sums in local memory, the result added once. Of 100 work-items, 50
! add another's sum first, then 25, 12 (of 25 sums), ...
! RUN: %loopyc %s -Wno-serial --target=opencl --emit=device -o - | FileCheck %s --check-prefixes=CHECK,CL
! RUN: %loopyc %s -Wno-serial --target=cuda --emit=device -o - | FileCheck %s --check-prefixes=CHECK,CU
! RUN: %loopyc %s -Wno-serial --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! CHECK: realize-parallel-reductions: reassociates the sum in s over i_inner
! CHECK-NOT: max
! CHECK: double s_shared[100];
! CHECK: double m_shared[100];
! CHECK: double s_partial = -0.0;
! CHECK: double m_partial = (double) NAN;
! CHECK: for (int i = lid(0); i < n; i += 100) {
! CHECK: s_partial = s_partial + a[
! CHECK: m_partial = fmax(m_partial, a[
! CHECK: s_shared[lid(0)] = s_partial;
! CHECK: m_shared[lid(0)] = m_partial;
! CL: barrier(CLK_LOCAL_MEM_FENCE);
! CU: __syncthreads();
! CHECK: if (lid(0) <= 49) {
! CHECK-NEXT: s_shared[lid(0)] = s_shared[lid(0)] + s_shared[lid(0) + 50];
! CHECK-NEXT: m_shared[lid(0)] = fmax(m_shared[lid(0)], m_shared[lid(0) + 50]);
! CHECK: if (lid(0) <= 24)
! CHECK: + s_shared[lid(0) + 25];
! CHECK: if (lid(0) <= 11)
! CHECK: + s_shared[lid(0) + 13];
! CHECK: if (lid(0) <= 5)
! CHECK: + s_shared[lid(0) + 7];
! CHECK: if (lid(0) <= 2)
! CHECK: + s_shared[lid(0) + 4];
! CHECK: if (lid(0) <= 1)
! CHECK: + s_shared[lid(0) + 2];
! CL-COUNT-1: barrier
! CU-COUNT-1: __syncthreads
! CHECK: if (lid(0) == 0) {
! CHECK: + s_shared[lid(0) + 1];
! CHECK: s[0] = s[0] + s_shared[0];
! CHECK: m[0] = fmax(m[0], m_shared[0]);

! C has no work-items, but the same order of operations.
! C: for (int lid_0 = 0; lid_0 < 100; ++lid_0) {
! C: double s_partial = -0.0;
! C: s_partial = s_partial + a[100 * i_outer + lid_0];
! C: s_shared[lid_0] = s_partial;
! C: for (int lid_0 = 0; lid_0 < 50; ++lid_0) {
! C-NEXT: s_shared[lid_0] = s_shared[lid_0] + s_shared[lid_0 + 50];
! C: for (int lid_0 = 0; lid_0 < 12; ++lid_0) {
! C-NEXT: s_shared[lid_0] = s_shared[lid_0] + s_shared[lid_0 + 13];
! C: s[0] = s[0] + s_shared[0];
subroutine red(n, a, s, m)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: s, m
  integer :: i
  do i = 1, n
    s = s + a(i)
    m = max(m, a(i))
  end do
end subroutine red

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 100, inner_tag="l.0")
!$loopy end
