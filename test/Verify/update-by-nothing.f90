! x + (j - j)/3 is x, which is found out where a loop becomes an axis.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --target=c --check --verify | FileCheck %s
! CHECK: verify: u: ok
! CHECK: check: u: c: ok
subroutine u(n, x, y, j)
  integer, intent(in) :: n, j, y(n)
  integer, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = y(i)
    x(i) = x(i) + (j - j)/3
  end do
end subroutine u
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.tag_inames(t, {"i": "g.0"})
!$loopy end
