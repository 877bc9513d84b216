! Copies of all unrolled loops together have a limit: compilers do.
! RUN: not %loopyc %s --target=c --emit=device -o - 2>&1 | FileCheck %s
! RUN: %loopyc %s --set INNER=128 --target=c --emit=device -o %t
subroutine s(a, b)
  implicit none
  real(8), intent(in) :: a(300, 300)
  real(8), intent(inout) :: b(300)
  integer :: i, j
! CHECK: unrolled-too-often.f90:[[#@LINE+5]]:{{[0-9]+}}: error: {{.*}}unrolling the loops over 'i_inner', 'j_inner' (unr, ilp, vec) makes 90000 statements, more than the 16384
! CHECK-SAME: split by smaller lengths
! CHECK-SAME: (unr_hint)
  do i = 1, 300
    do j = 1, 300
      b(i) = b(i) + a(j, i)
    end do
  end do
end subroutine s
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! inner = globals().get("INNER", 300)
! knl = lp.split_iname(knl, "i", inner, inner_tag="unr")
! RESULT = lp.split_iname(knl, "j", inner, inner_tag="unr")
!$loopy end
