! What only the first group needs is done by it alone, whether its copies are in
! private or in local memory: the sums of others would read a w(-2) that is the
! first group's.
! RUN: %loopyc %s --target=opencl -o - --emit=device | FileCheck %s
! RUN: %loopyc %s --verify | FileCheck %s --check-prefix=VERIFY
! CHECK: __local double w[7];
! CHECK: if (gid(0) == 0) {
! CHECK-NEXT: for (int i_1 =
! CHECK: s = s + c[i_1 + 1] + w[0];
! VERIFY: verify: first: ok
subroutine first(m, b, c)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: b(0:9)
  real(8), intent(in) :: c(0:9)
  real(8) :: w(-2:4), s
  integer :: i
  s = 0.5d0
  do i = -2, 4
    w(i) = 0.125d0*i
  end do
  do i = 1, 4
    if (m /= modulo(i, 3)) then
      w(i) = b(0)/s
      b(i) = 1.1d0
    end if
    s = s + c(i) + w(-2)
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 3, outer_tag="g.0", inner_tag="l.0")
!$loopy end
