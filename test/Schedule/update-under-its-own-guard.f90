! An update under a condition that reads what is updated has its place among
! the others: it is no term of a sum.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s
! CHECK: error: kernel 'fill': the loop over 'r' would run against a dependence: the {{.*}} dependence on 's' {{.*}}'s_1'
subroutine fill(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  s = 0
  do i = 1, n
    if (s < 2) s = s + x(i)
  end do
end subroutine fill
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.assignment_to_subst(k, "cond")
! RESULT = lp.affine_map_inames(k, "i", "r", "r = n - 1 - i")
!$loopy end
