! A script that gives a temporary less memory than its values need is told so.
! RUN: not %loopyc %s --set SPACE=private -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ITEMS
! RUN: not %loopyc %s --set SPACE=local --set GROUPS=1 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=GROUPS
! RUN: not %loopyc %s --set SPACE=private --set LATE=1 -o - 2>&1 | FileCheck %s --check-prefix=ITEMS
! RUN: %loopyc %s --set SPACE=local --emit=schedule -o - | FileCheck %s
! RUN: %loopyc %s --set SPACE=private --set ALONE=1 --emit=schedule -o - | FileCheck %s --check-prefix=ALONE
! ITEMS: private-values.f90:22:{{.*}} 't' is private, but its values go from one work-item to another: {{.*}}, for example from (i = {{[0-9]+}}) to (i_1 = {{[0-9]+}})
! ITEMS: 't[i]' is written here
! GROUPS: 't' is local, but its values go from one work-group to another
! CHECK: t: local
! ALONE: t: private
subroutine s(a, b)
  implicit none
  real, intent(in) :: a(16)
  real, intent(out) :: b(16)
  real :: t(16)
  integer :: i
  do i = 1, 16
    t(i) = sin(a(i))
  end do
  do i = 1, 16
    b(i) = t(17 - i) + t(i)
  end do
end subroutine s

!$loopy begin
! given = globals()
! axis = "g.0" if "GROUPS" in given else "l.0"
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_inames(knl, "i:" + axis)
! if "ALONE" not in given:
!     knl = lp.tag_inames(knl, "i_1:" + axis)
! else:
!     knl = lp.untag_inames(knl, "i", axis)
! knl = lp.set_temporary_scope(knl, "t", SPACE)
! RESULT = knl if "LATE" in given or "ALONE" in given else lp.preprocess_kernel(knl)
!$loopy end
