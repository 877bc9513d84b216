! Slabs need a loop that runs in order, or groups: of work-items, and of interleaved
! iterations, a warning says that there are none.
! RUN: %loopyc %s --set OUTER=g.0 -fsyntax-only 2>&1 | count 0
! RUN: %loopyc %s --set OUTER=g.0 -Wno-serial -o %t 2>&1 | count 0
! RUN: FileCheck %s --check-prefix=BRANCH < %t.cl
! BRANCH: if (gid(0) <= 6) {
! BRANCH-NOT: if
! BRANCH: } else {
! RUN: %loopyc %s --set OUTER=l.1 -o %t 2>&1 | FileCheck %s --check-prefix=ITEMS
! ITEMS: warning: {{.*}}'i_outer' are ignored, because it is tagged l.1
! RUN: %loopyc %s --set OUTER=ilp -o %t 2>&1 | FileCheck %s --check-prefix=ILP
! ILP: warning: {{.*}}'i_outer' are ignored, because it is tagged ilp
! RUN: %loopyc %s --set OUTER=unr -Wno-serial -o %t 2>&1 | count 0
! RUN: %loopyc %s --set OUTER=l.1 -Wno-slabs -Wno-serial -o %t 2>&1 | count 0
! RUN: not %loopyc %s --set OUTER=l.1 -Werror -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: error: {{.*}}slabs
subroutine scale(x)
  implicit none
  real, intent(inout) :: x(30)
  integer :: i
  do i = 1, 30
    x(i) = x(i)*2
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "i", 4, outer_tag=OUTER, inner_tag="l.0", slabs=(0, 1))
!$loopy end
