! A barrier under a condition that all work-items of a group share stands
! outside of it; PoCL's loops over work-items run the other form wrongly.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --emit=device -o - | FileCheck %s
! CHECK: for (int j2 = 0; j2 < n; ++j2) {
! CHECK-NEXT: if (gid(0) < m) {
! CHECK: {{^}}    }
! CHECK: {{^}}    barrier(CLK_GLOBAL_MEM_FENCE);
! CHECK-NEXT: if (gid(0) < m) {
! RUN: %loopyc %s --check --target=opencl,c --param n=7 --param m=5 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --check --target=opencl,c --param n=1 --param m=2 | FileCheck %s --check-prefix=OK
! OK: check: mixed: opencl: ok
! OK: check: mixed: c: ok
subroutine mixed(n, m, a, b, c, d, r)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(0:n+m+2, 0:2*n+m+2)
  real(8), intent(inout) :: b(n+2, n+3)
  real(8), intent(inout) :: c(m+2)
  real(8), intent(in) :: d(n+2, 0:n+m+2, 0:2)
  real(8), intent(out) :: r(n+2)
  real(8) :: w(-1:5)
  real(8) :: t
  integer :: i, j
  do i = -1, 5
    w(i) = 0.125d0*i
  end do
  do i = 1, m
    do j = 1, n
      c(i) = 0.5d0*(1.125d0 - (a(j-1, i+2) + 0.25d0*d(j+2, i-1, 2))*0.5d0)
    end do
  end do
  b(1, 3) = 0.5d0*(b(1, 3) + w(3))
  do i = 1, n
    t = (b(i+1, i) + 0.25d0*w(2))*0.5d0
    r(i+2) = t*1.5
  end do
  r(1) = t
  r(2) = m
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.chunk_iname(k, "i", 2)
! k = lp.add_prefetch(k, "a[:, :]", ["i_1"], default_tag="l.auto",
!                     fetch_outer_inames=["i_1", "j"])
! k = lp.tag_inames(k, {"i_inner": "l.1"})
! k = lp.rename_inames(k, ["j", "i_2"], "j2", existing_ok=True)
! RESULT = lp.split_iname(k, "i_1", 1, outer_tag="g.0")
!$loopy end
