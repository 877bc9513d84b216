! In C, a group is a function of its own: in the one that a compiler makes of a
! parallel loop's body, nothing says that arrays do not overlap.
! REQUIRES: gfortran
! RUN: %loopyc %s -Wno-serial --target=c --emit=device -o - | FileCheck %s
! RUN: %loopyc %s -Wno-serial --target=c --check --param n=37 --param m=5 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s -Wno-serial --target=c --check --param n=0 --param m=0 | FileCheck %s --check-prefix=OK
! OK: check: smooth: c: ok
! OK: check: scratch: c: ok
! OK: check: alone: c: ok

! CHECK: Compiler options: -fno-math-errno
! CHECK: static void smooth_group(int n, int m, const float *restrict u, float *restrict v, int gid_1,
! CHECK-NEXT: int gid_0) {
! CHECK-NOT: omp
! CHECK: v[
! CHECK-NOT: return
! CHECK: {{^}$}}
! CHECK: static int smooth_groups(int n, int m, const float *restrict u, float *restrict v,
! CHECK-NEXT: const int64_t groups[3]) {
! CHECK-NEXT: #pragma omp parallel for collapse(2)
! CHECK-NEXT: for (int gid_1 = 0; gid_1 < groups[1]; ++gid_1) {
! CHECK-NEXT: for (int gid_0 = 0; gid_0 < groups[0]; ++gid_0) {
! CHECK-NEXT: smooth_group(n, m, u, v, gid_1, gid_0);
! CHECK: return LOOPYC_SUCCESS;
subroutine smooth(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: u(0:n + 1, m)
  real, intent(inout) :: v(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      v(i, j) = v(i, j) + sqrt(u(i - 1, j)**2 + u(i + 1, j)**2)
    end do
  end do
end subroutine

! A group whose memory cannot be had says so.
! CHECK: static int scratch_group(
! CHECK: malloc(
! CHECK: return 1;
! CHECK: free(
! CHECK: return 0;
! CHECK: int failed = 0;
! CHECK-NEXT: #pragma omp parallel for reduction(|:failed)
! CHECK: failed |= scratch_group(
! CHECK: return failed ? LOOPYC_ERROR_MEMORY : LOOPYC_SUCCESS;
subroutine scratch(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(n, m)
  real, intent(inout) :: y(n, m)
  real :: t(n)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      t(i) = 2*x(i, j)
    end do
    do i = 1, n
      y(i, j) = t(n + 1 - i)
    end do
  end do
end subroutine

! CHECK: static int alone_groups(
! CHECK-NOT: omp
! CHECK: (void) groups;
subroutine alone(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 2, n
    x(i) = x(i) + x(i - 1)
  end do
end subroutine
!$loopy begin
! smooth, scratch, alone = lp.parse_fortran(SOURCE, FILENAME)
! smooth = lp.tag_inames(lp.split_iname(smooth, "i", 16, outer_tag="g.0"), "j:g.1")
! scratch = lp.privatize(scratch, "t", "j")
! scratch = lp.tag_inames(scratch, "j:g.0")
! RESULT = [smooth, scratch, alone]
!$loopy end
