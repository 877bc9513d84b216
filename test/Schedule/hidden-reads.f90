! What a loop reads of an array is read before a second loop overwrites it, also
! where the first loop writes all of it: its later iterations still read.
! RUN: not %loopyc %s --stop-after=schedule 2>&1 | FileCheck %s
! RUN: %loopyc %s --set FUSED=False --verify | FileCheck %s --check-prefix=APART
! CHECK: error: kernel 'sums': the loop over 'i' would run against a dependence: the anti dependence on 'o' from reading o[i] ('o_0') to writing o[i + 1] ('o_1')
! APART: verify: sums: ok:
subroutine sums(m, o, r, g)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: o(0:m), r(m)
  real(8), intent(in) :: g(m)
  integer :: i
  do i = 1, m
    o(i) = o(i - 1) + g(i)
    r(i) = o(i)
  end do
  do i = 1, m
    o(i) = 2*g(i)
  end do
end subroutine sums

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if globals().get("FUSED", True):
!     knl = lp.rename_iname(knl, "i_1", "i", existing_ok=True)
! RESULT = knl
!$loopy end
