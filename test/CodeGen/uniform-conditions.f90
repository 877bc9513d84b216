! Copies into local memory of which only the last tile of k has too few: the loop
! around asks once in each iteration, in front of all copies, and those of whole
! tiles have no guard. Nothing is asked in front of short loops, nor where the
! answer is the same in all iterations.
! RUN: %loopyc %s --emit=device --target=opencl,cuda -o - | FileCheck %s
! CHECK: for (int k_outer = 0; 32 * k_outer + 32 < l; ++k_outer) {
! CHECK-NEXT: if (32 * k_outer + 63 < l) {
! CHECK-NEXT: for (int {{.*}}; {{.*}} < 8; {{.*}} {
! CHECK-NOT: if (
! CHECK: a_fetch[
! CHECK: }
! CHECK: if (32 * k_outer + 63 >= l) {
! CHECK-NEXT: for (int {{.*}}; {{.*}} < 8; {{.*}} {
! CHECK-NEXT: if ({{.*}} < l) {
! CHECK: a_fetch[
subroutine row_sums(m, l, a, y)
  implicit none
  integer, intent(in) :: m, l
  real, intent(in) :: a(l)
  real, intent(out) :: y(m)
  integer :: i, k
  real :: s
  do i = 1, m
    s = 0
    do k = 1, l
      s = s + a(k)*i
    end do
    y(i) = s
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assume(knl, "m mod 4 = 0 and m >= 4")
! knl = lp.split_iname(knl, "i", 4, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "k", 32, slabs=(0, 1))
! RESULT = lp.add_prefetch(knl, "a", ["k_inner"], default_tag="l.auto", lookahead=1)
!$loopy end
