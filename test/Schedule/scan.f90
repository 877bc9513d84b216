! A running value across groups: what each group's iterations add up to, a scan
! of these by one group, and the scan of each group's own from where it begins.
! RUN: split-file %s %t
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s
! CHECK-DAG: s_totals: type: float32, shape: ({{.*}}) {{.*}} aspace: global
! CHECK-DAG: s_starts: type: float32, shape: ({{.*}}) {{.*}} aspace: global
! CHECK-DAG: s_shared: type: float32, shape: (4, 2), {{.*}} aspace: local
! CHECK-DAG: s_running: {{.*}} aspace: private, for each of: (i_outer, i_inner_outer)
! CHECK-LABEL: INSTRUCTIONS:
! CHECK: s_totals[i_outer_lane] = -0.0
! CHECK: for i_inner_outer_sum{{$}}
! CHECK: for i_inner_inner_sum{{$}}
! CHECK: s_totals[i_outer_sum] = s_totals[i_outer_sum] + x[i_inner_inner_sum + 2*i_inner_outer_sum + 8*i_outer_sum]
! CHECK: ... gbarrier
! CHECK: s_carry_0 = s  {{.*}}
! CHECK: s_running_0 = s_running_0 + s_totals[i_outer_start_inner + 4*i_outer_start_outer]
! CHECK: s = s_carry_0
! CHECK: ... gbarrier
! CHECK: s_carry = s_starts[i_outer]
! CHECK: s_piece = s_piece + x[i_inner_inner_ahead + 2*i_inner_outer_ahead + 8*i_outer]
! CHECK: s_shared[i_inner_outer_lane_0, 0] = s_piece
! CHECK-COUNT-3: s_piece = if(i_inner_outer_lane_1 >= [[D:[123]]], s_shared[i_inner_outer_lane_1 - [[D]], 0] + s_piece, s_piece)
! CHECK: s_shared[i_inner_outer_lane_1, 1] = s_piece
! CHECK: s_running = if(i_inner_outer_lane_2 > 0, s_carry + s_shared[i_inner_outer_lane_2 - 1, 1], s_carry)
! CHECK: s_running = s_running + x[i_inner_inner + 2*i_inner_outer + 8*i_outer]
! CHECK: y[i_inner_inner + 2*i_inner_outer + 8*i_outer] = s_running

! What is rounded in another order is said.
! RUN: FileCheck %s --check-prefix=REMARK < %t/o.h
! REMARK: reassociates the running sum in s over i_outer, i_inner_outer

! What a work-item has side by side goes through local memory, where each then
! has as many that follow each other; rows of 32 words are 33 apart.
! RUN: %loopyc %t/x.f90 --transform=%t/beside.py --set NAME=running --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=BESIDE
! BESIDE-DAG: s_tile: type: float32, shape: (33, 2), {{.*}} aspace: local
! BESIDE-DAG: s_shared: type: float32, shape: (8, 2), {{.*}} aspace: local
! BESIDE-LABEL: INSTRUCTIONS:
! BESIDE: ... gbarrier
! BESIDE: s_here_0 = s_here_0 + s_totals[i_outer_start_inner + 8*i_outer_start_instance + 40*i_outer_start_outer]
! BESIDE: ... gbarrier
! BESIDE: s_piece[i_inner_outer_ahead] = s_piece[i_inner_outer_ahead] + x[i_inner_inner_ahead + 8*i_inner_outer_ahead + 40*i_outer]
! BESIDE: s_tile[i_inner_inner_lane_0 + 8*([[K:i_inner_outer_instance_0]] % 4), [[K]] // 4] = s_piece[[[K]]]
! BESIDE: s_sum = s_sum + s_tile[([[P:5[*].*]]) % 32, ([[P]]) // 32]
! BESIDE: s_shared[{{.*}}, 0] = s_sum
! BESIDE: s_next = s_running + s_tile[
! BESIDE: s_tile[{{.*}}] = s_running
! BESIDE: s_running = s_next
! BESIDE: s_here = s_tile[i_inner_inner + 8*(i_inner_outer % 4), i_inner_outer // 4]
! BESIDE: y[i_inner_inner + 8*i_inner_outer + 40*i_outer] = s_here

! A counter tells what it writes apart; a copy of it does so no longer.
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=compact --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=COMPACT
! COMPACT: out[m_running - 1] = x[{{.*}}]  {id=out_0, nosync=out_0}
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=twice -o %t/o 2>&1 | FileCheck %s --check-prefix=TWICE
! TWICE: write race between work-groups (gid(0)): the output dependence on 'out'

! Along an array: the value that is passed on is one.
! RUN: %loopyc %t/x.f90 --transform=%t/items.py --set NAME=along --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=ALONG
! ALONG: y_running = 0
! ALONG: if n >= 2
! ALONG: y_running = y[0]
! ALONG: y[i_inner + 4*i_outer + 1] = y_running_running

! In place, too: what the element was is read ahead.
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=place --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=PLACE
! PLACE: y_running_totals[i_outer_sum] = y[{{.*}} + 1] + y_running_totals[i_outer_sum]
! PLACE: ... gbarrier
! PLACE: y_running_piece = y[{{.*}} + 1] + y_running_piece  {id=y_0_piece_0}
! PLACE: y_running_running = [[Y:y.*]] + y_running_running
! PLACE: [[Y]] = y_running_running

! What is kept in an element that the loop does not change, and where it is.
! RUN: %loopyc %t/x.f90 --transform=%t/items.py --set NAME=element --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=ELEMENT
! ELEMENT: for j
! ELEMENT: if n >= 1
! ELEMENT: s_running = s[j]
! ELEMENT: s_running_running = s_running_running + x[
! ELEMENT: y[{{.*}}, j] = s_running_running
! ELEMENT: if n >= 1
! ELEMENT: s[j] = s_running
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=unknown -o %t/o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! UNKNOWN: s[j] is accessed only where x[i_inner + 4*i_outer, j] > 0.0 holds, and may lie outside of the array where it does not

! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=root -o %t/o 2>&1 | FileCheck %s --check-prefix=ROOT
! ROOT: and no scan, for 's_0' assigns 's' neither by one of the operations {{.*}} nor as a*s + b
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=until -o %t/o 2>&1 | FileCheck %s --check-prefix=UNTIL
! UNTIL: and no scan, for 's_0' needs 'cond', which 'cond_0' computes from 's'
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=fed -o %t/o 2>&1 | FileCheck %s --check-prefix=FED
! FED: and no scan, for 's_0' needs 'y' from 'y_0' in another iteration
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=mixed -o %t/o 2>&1 | FileCheck %s --check-prefix=MIXED
! MIXED: and no scan, for 's' is updated by several operations in the same loops
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=running --set INNER=vec -o %t/o 2>&1 | FileCheck %s --check-prefix=VEC
! VEC: and no scan, for 'i_inner' is tagged vec, whose instances run side by side
! RUN: not %loopyc %t/x.f90 --transform=%t/between.py --set NAME=running -o %t/o 2>&1 | FileCheck %s --check-prefix=BETWEEN
! BETWEEN: and no scan, for 'i_inner_outer' is tagged ilp, and neither directly around the loop over work-items nor directly inside of it
! RUN: not %loopyc %t/x.f90 --transform=%t/items.py --set NAME=running --set REASSOCIATE=False -o %t/o 2>&1 | FileCheck %s --check-prefix=ORDER
! ORDER: for set_options(knl, reassociate=False) forbids to change the order of its operations, which round
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=compact --set REASSOCIATE=False -Wno-serial -o %t/o 2>&1 | count 0

! Work-items along two axes are those of one, if nothing else wants both.
! RUN: %loopyc %t/x.f90 --transform=%t/axes.py --set NAME=running --print-after=realize-scans -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=AXES
! AXES: i_inner_outer_and_i_inner_inner: l.0
! AXES-NOT: l.1
! AXES: s_shared[i_inner_outer_and_i_inner_inner_lane{{.*}}, 0] = s_piece
! RUN: not %loopyc %t/x.f90 --transform=%t/axes.py --set NAME=besides -o %t/o 2>&1 | FileCheck %s --check-prefix=BESIDES
! BESIDES: and no scan, for 'i_inner_outer' and 'i_inner_inner' are on work-items both, which makes one axis of them only where no other loop keeps theirs: join_inames joins them
! RUN: not %loopyc %t/x.f90 --transform=%t/axes.py --set NAME=running --set BETWEEN=True -o %t/o 2>&1 | FileCheck %s --check-prefix=APART
! APART: the loop over 'i_inner_inner_outer' would run against a dependence

! RUN: not %loopyc %t/x.f90 --transform=%t/turned.py --set NAME=running -o %t/o 2>&1 | FileCheck %s --check-prefix=TURNED
! TURNED: and no scan, for the loop over 'i_inner', which is on work-groups, is inside of another one of its loops

! Without a script, as many side by side as local memory has room for.
! RUN: %loopyc %t/unscripted.f90 --print-script -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=MAPPED
! MAPPED: knl = t["sums"]
! MAPPED-NEXT: knl = lp.split_iname(knl, "i", 4096, outer_tag="g.0")
! MAPPED-NEXT: knl = lp.split_iname(knl, "i_inner", 256, outer_tag="ilp", inner_tag="l.0")
! MAPPED: knl = t["short"]
! MAPPED-NEXT: knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! MAPPED: knl = t["recurrence"]
! MAPPED-NEXT: knl = lp.split_iname(knl, "i", 2048, outer_tag="g.0")
! MAPPED-NEXT: knl = lp.split_iname(knl, "i_inner", 256, outer_tag="ilp", inner_tag="l.0")

!--- unscripted.f90
subroutine sums(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
end subroutine sums
subroutine short(x, y, s)
  implicit none
  real, intent(in) :: x(300)
  real, intent(out) :: y(300)
  real, intent(inout) :: s
  integer :: i
  do i = 1, 300
    s = s + x(i)
    y(i) = s
  end do
end subroutine short
subroutine recurrence(n, a, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x(n)
  real(8), intent(out) :: y(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = a(i)*s + x(i)
    y(i) = s
  end do
end subroutine recurrence
!--- items.py
t = lp.parse_fortran(SOURCE, FILENAME)
INNER = globals().get("INNER", "l.0")
k = lp.split_iname(t[NAME], "i", 4, inner_tag=INNER)
if INNER != "l.0":
    k = lp.split_iname(k, "i_outer", 4, inner_tag="l.0")
RESULT = lp.set_options(k, reassociate=globals().get("REASSOCIATE", True))
!--- groups.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 8, outer_tag="g.0")
k = lp.split_iname(k, "i_inner", 2, outer_tag="l.0")
RESULT = lp.set_options(k, reassociate=globals().get("REASSOCIATE", True))
!--- beside.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 40, outer_tag="g.0")
RESULT = lp.split_iname(k, "i_inner", 8, outer_tag="ilp", inner_tag="l.0")
!--- between.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 128, outer_tag="g.0")
k = lp.split_iname(k, "i_inner", 64, outer_tag="ilp")
RESULT = lp.split_iname(k, "i_inner_inner", 8, inner_tag="l.0")
!--- axes.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.split_iname(t[NAME], "i", 8)
if globals().get("BETWEEN"):
    k = lp.split_iname(k, "i_inner", 4, outer_tag="l.1")
    k = lp.split_iname(k, "i_inner_inner", 2, inner_tag="l.0")
else:
    k = lp.split_iname(k, "i_inner", 2, outer_tag="l.1", inner_tag="l.0")
RESULT = lp.tag_inames(k, "j:l.1") if NAME == "besides" else k
!--- turned.py
t = lp.parse_fortran(SOURCE, FILENAME)
k = lp.fix_parameters(t[NAME], n=128)
k = lp.split_iname(k, "i", 8, inner_tag="g.0", outer_tag="l.0")
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
  end do
end subroutine running
subroutine besides(n, x, y, s, z)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n), z(16)
  real, intent(inout) :: s
  integer :: i, j
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
  do j = 1, 16
    z(j) = j
  end do
end subroutine besides
subroutine compact(n, x, out, m)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: out(n)
  integer, intent(out) :: m
  integer :: i
  m = 0
  do i = 1, n
    if (x(i) > 0) then
      m = m + 1
      out(m) = x(i)
    end if
  end do
end subroutine compact
subroutine twice(n, x, out, m)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: out(0:n)
  integer, intent(out) :: m
  integer :: i
  m = 0
  do i = 1, n
    if (x(i) > 0) m = m + 1
    out(m) = x(i)
  end do
end subroutine twice
subroutine along(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i - 1) + x(i)
  end do
end subroutine along
subroutine root(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = sqrt(s) + x(i)
    y(i) = s
  end do
end subroutine root
subroutine until(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    if (s < 10) s = s + x(i)
    y(i) = s
  end do
end subroutine until
subroutine fed(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(0:n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + y(i - 1)
    y(i) = s*x(i)
  end do
end subroutine fed
subroutine mixed(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
    s = max(s, 0.0)
    y(i) = s
  end do
end subroutine mixed
subroutine place(n, y)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = y(i) + y(i - 1)
  end do
end subroutine place
subroutine element(n, m, x, y, s)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(n, m)
  real, intent(inout) :: y(n, m), s(m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s(j) = s(j) + x(i, j)
      y(i, j) = s(j)
    end do
  end do
end subroutine element
! s(j) may be no element where nothing is below its bound.
subroutine unknown(n, m, x, y, s)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(n, m)
  real, intent(inout) :: y(n, m), s(m - 1)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      if (x(i, j) > 0) then
        s(j) = s(j) + x(i, j)
        y(i, j) = s(j)
      end if
    end do
  end do
end subroutine unknown
