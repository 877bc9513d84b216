! Work-items that write one variable race, also where it looks like a sum: a
! value that is read on the way is none.
! RUN: split-file %s %t
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=running -o %t/o 2>&1 | FileCheck %s --check-prefix=RUNNING
! RUNNING: x.f90:{{[0-9]+}}:5: error: kernel 'running': the loops cannot be ordered
! RUNNING-SAME: it is no parallel reduction, for 's_0' updates 's' by another operation (sum, not max) in the same loops; and no scan, for 's' is updated by several operations in the same loops: leave the loops over it sequential

! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running -o %t/o 2>&1 | FileCheck %s --check-prefix=GROUPS
! GROUPS: write race between work-groups (gid(0)): the update dependence on 's'
! GROUPS-SAME: it is no parallel reduction, for 'y_0' reads 's' in the same loops

! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=two -o %t/o 2>&1 | FileCheck %s --check-prefix=TWO
! TWO: it is no parallel reduction, for 's_1' updates 's' by another operation (product, not sum) in the same loops

! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=form -o %t/o 2>&1 | FileCheck %s --check-prefix=FORM
! FORM: write race between work-items (lid(0)): {{.*}} it is no parallel reduction, for 's_0' does not combine the value of s with others by one of the operations +,

! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=total --set REASSOCIATE=False -o %t/o 2>&1 | FileCheck %s --check-prefix=ORDER
! ORDER: write race between work-items (lid(0)): {{.*}} it is no parallel reduction, for set_options(knl, reassociate=False) forbids to change the order of its operations, which round
! RUN: %loopyc %t/x.f90 --transform=%t/items.py --set NAME=count --set REASSOCIATE=False -Wno-serial -o %t/o 2>&1 | count 0

! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=any --set ACROSS=atomics -o %t/o 2>&1 | FileCheck %s --check-prefix=LOGICAL
! LOGICAL: x.f90:{{[0-9]+}}:5: error: kernel 'any': the reduction of 's' is to be finished by atomic updates (set_reduction), but 's' is logical(4), which no device updates atomically; use an integer, with iand and ior; or leave it to across="steps"
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=lowest --set ACROSS=atomics -o %t/o 2>&1 | FileCheck %s --check-prefix=PLACE
! PLACE: x.f90:{{[0-9]+}}:5: error: kernel 'lowest': the reduction of 's' is to be finished by atomic updates (set_reduction), but 's' is an extremum found by comparison, which no device updates atomically together with its place; without a place, write it as min or max; or leave it to across="steps"
! RUN: %loopyc %t/x.f90 --transform=%t/items.py --set NAME=any --set ACROSS=atomics -Wno-serial -o %t/o 2>&1 | count 0

! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=total --set ACROSS=tree -o %t/o 2>&1 | FileCheck %s --check-prefix=WORD
! WORD: set_reduction: kernel 'total': across must be 'steps', 'atomics' or 'lookback', found 'tree'
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=total --set OF=n -o %t/o 2>&1 | FileCheck %s --check-prefix=NOTHING
! NOTHING: set_reduction: kernel 'total': nothing updates 'n' by an operation

!--- items.py
REASSOCIATE = globals().get("REASSOCIATE", True)
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 16, inner_tag="l.0")
k = lp.set_options(k, reassociate=REASSOCIATE)
if "ACROSS" in globals():
    k = lp.set_reduction(k, "s", across=ACROSS)
RESULT = k
!--- groups.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 16, outer_tag="g.0", inner_tag="l.0")
if "ACROSS" in globals() or "OF" in globals():
    k = lp.set_reduction(k, globals().get("OF", "s"), across=globals().get("ACROSS", "steps"))
RESULT = k
!--- x.f90
subroutine running(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
    y(i) = s
    s = max(s, 0.0)
  end do
end subroutine running
subroutine two(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
    s = s*x(i)
  end do
end subroutine two
subroutine form(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = 2*s + x(i)
  end do
end subroutine form
subroutine lowest(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    if (x(i) < s) s = x(i)
  end do
  s = s + 1
end subroutine lowest
subroutine any(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  logical, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s .or. x(i) > 1
  end do
end subroutine any
subroutine total(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
  end do
end subroutine total
subroutine count(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  integer, intent(inout) :: s
  integer :: i
  do i = 1, n
    if (x(i) > 0) s = s + 1
  end do
end subroutine count
