! Interleaved instances with a private copy of the accumulator each; the last
! iteration of a split loop apart, so that the others need no guards.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set ILP=ilp.unr --emit=device -o - | FileCheck %s
! CHECK: double acc[4];
! CHECK: for (int j_outer = 0; 4 * j_outer + 4 < m; ++j_outer) {
! CHECK: acc[0] = acc[0] + a[4 * j_outer + m * (64 * gid(0) + lid(0))] * x[4 * j_outer];
! CHECK: if (m > 0 && 64 * gid(0) + lid(0) < n) {
! CHECK: const int j_outer = (m - 1) / 4;
! CHECK: if (4 * j_outer + 1 < m) {
! RUN: %loopyc %s --set ILP=ilp.unr --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set ILP=ilp.seq --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set ILP=for --check --target=opencl,c | FileCheck %s --check-prefix=OK
! OK: opencl: ok
! OK: c: ok
subroutine ilp(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(m, n), x(m)
  real(8), intent(out) :: y(n)
  real(8) :: acc
  integer :: i, j
  do i = 1, n
    acc = 0
    do j = 1, m
      acc = acc + a(j,i)*x(j)
    end do
    y(i) = acc
  end do
end subroutine
!$loopy begin
! t, = lp.parse_fortran(SOURCE, FILENAME)
! t = lp.split_iname(t, "i", 64, outer_tag="g.0")
! t = lp.split_iname(t, "i_inner", 16, outer_tag=ILP, inner_tag="l.0")
! t = lp.split_iname(t, "j", 4, inner_tag="unr", slabs=(0,1))
! RESULT = t
!$loopy end
