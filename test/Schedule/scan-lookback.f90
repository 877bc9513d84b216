! A running value that groups hand on by looking back: cells are cleared in a
! launch of its own, then all pass over their elements once.
! RUN: split-file %s %t
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --print-after=realize-scans --verify --target=cuda -Wno-serial -o %t/o 2>&1 | FileCheck %s
! CHECK-DAG: s_chain: type: float32, shape: (4, {{.*}}), {{.*}} aspace: global
! CHECK-DAG: s_cells: type: int64, shape: (1, {{.*}}), {{.*}} aspace: global
! CHECK-DAG: s_start: type: float32, shape: (4), {{.*}} aspace: local
! CHECK-LABEL: INSTRUCTIONS:
! CHECK: s_cells[0, 0] = 0
! CHECK: s_cells[i_outer_cell_word, i_outer_cell_inner + 4*i_outer_cell_outer + 1] = 0
! CHECK: s_chain[i_inner_outer_back, 0] = s
! CHECK: ... gbarrier
! CHECK: [s_start[i_inner_outer_back_0], s_chain[i_inner_outer_back_0, i_outer + 1]] = lookback(s_chain[i_inner_outer_back_0, i_outer], s_cells[0, i_outer + 1], s_chain[i_inner_outer_back_0, i_outer] + s_shared[3, 1], s_shared[3, 1])
! CHECK: s_carry = s_start[0]
! CHECK: y[{{.*}}] = s_running
! CHECK: ... gbarrier
! CHECK: s = s_chain[0, {{.*}}]

! Where nothing reads it behind the loop, it is not read back.
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=own --print-after=realize-scans --verify --target=cuda -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=OWN
! OWN: ... gbarrier
! OWN: lookback(
! OWN-NOT: gbarrier
! OWN-NOT: s = s_chain

! Along an array, and linear functions: a pair, and cells of four words.
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=y --set KERNEL=linear --print-after=realize-scans --verify --target=cuda -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=LINEAR
! LINEAR: y_running_cells: type: int64, shape: (4, {{.*}})
! LINEAR: lookback(y_running_chain[{{.*}}], y_running_cells[0, i_outer + 1], y_running_shared[3, 1]*y_running_chain[{{.*}}] + y_running_shared_0[3, 1], y_running_shared[3, 1], y_running_shared_0[3, 1])

! Where an operation rounds, it does so differently in each run.
! RUN: FileCheck %s --check-prefix=REMARK < %t/o.h
! REMARK: reassociates the running linear function in y_running over i_outer, i_inner_outer; each work-group starts from what those before it have left by then, so that it is rounded differently from run to run
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=count --target=cuda -Wno-serial -o %t/o
! RUN: FileCheck %s --check-prefix=EXACT < %t/o.h
! EXACT-NOT: rounded
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --set REASSOCIATE=False --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=ORDER
! ORDER: for set_options(knl, reassociate=False) forbids to change the order of its operations, which round

! Barriers around it are found as around others.
! RUN: %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=total --verify --target=cuda -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=TOTAL
! TOTAL: verify: total: ok

! On a device where groups cannot wait for each other, it is refused.
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --target=opencl -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=TARGET -DT=opencl
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --target=c -Wno-serial -o %t/o 2>&1 | FileCheck %s --check-prefix=TARGET -DT=c
! TARGET: x.f90:9:5: error: kernel 'running{{.*}}': work-groups are to look back at others (set_reduction(..., across="lookback")), but those of target '[[T]]' cannot wait for each other; say across="steps", or --target=cuda

! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --set LAYOUT=alone --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=ALONE
! ALONE: x.f90:9:5: error: kernel 'running': the running value 's' is to be handed on by look-back (set_reduction), but no loop of 'i_outer' is on work-items: split it, and tag the inner part l.0; or leave it to across="steps"
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=running --set LAYOUT=steps --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=STEPS
! STEPS: but each group goes through the loop over 'i_inner_outer' step by step: make it the loop of the groups, or tag it ilp
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=triangle --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=CHANGES
! CHANGES: but the number of groups changes with 'j'
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=two --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=BOTH
! BOTH: but 't', which the same loops scan, is handed on in steps: set both
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=sum --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=SUM
! SUM: error: kernel 'sum': 's' is to be handed on by look-back (set_reduction), but nothing reads it in the loops that update it, so that it is a reduction and no scan; leave it to across="steps"
! RUN: not %loopyc %t/x.f90 --transform=%t/groups.py --set NAME=none --target=cuda -o %t/o 2>&1 | FileCheck %s --check-prefix=NONE
! NONE: nothing updates 's' by an operation

!--- groups.py
t = lp.parse_fortran(SOURCE, FILENAME)
G = globals().get
variables = {"linear": "y", "count": "m"}
k = t[G("KERNEL", NAME)]
if G("LAYOUT") == "alone":
    k = lp.split_iname(k, "i", 8, outer_tag="g.0")
elif G("LAYOUT") == "steps":
    k = lp.split_iname(k, "i", 8, outer_tag="g.0")
    k = lp.split_iname(k, "i_inner", 2, inner_tag="l.0")
else:
    k = lp.split_iname(k, "i", 8, outer_tag="g.0")
    k = lp.split_iname(k, "i_inner", 2, outer_tag="l.0")
k = lp.set_reduction(k, variables.get(k.name, "s"), across="lookback")
k = lp.set_options(k, reassociate=G("REASSOCIATE", True))
RESULT = lp.insert_global_barriers(k) if k.name == "total" else k
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
subroutine own(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: s
  integer :: i
  s = 1
  do i = 1, n
    s = s*x(i)
    y(i) = s
  end do
end subroutine own
subroutine linear(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    y(i) = a(i)*y(i - 1) + 1
  end do
end subroutine linear
subroutine count(n, x, at, m)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  integer, intent(out) :: at(n), m
  integer :: i
  m = 0
  do i = 1, n
    if (x(i) > 0) m = m + 1
    at(i) = m
  end do
end subroutine count
subroutine total(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
  do i = 1, n
    y(i) = y(i)/s
  end do
end subroutine total
subroutine triangle(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n, n)
  real :: s
  integer :: i, j
  do j = 1, n
    s = 0
    do i = 1, j
      s = s + x(i)
      y(i, j) = s
    end do
  end do
end subroutine triangle
subroutine two(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: s, t
  integer :: i
  s = 0
  t = 0
  do i = 1, n
    s = s + x(i)
    t = max(t, x(i))
    y(i) = s*t
  end do
end subroutine two
subroutine sum(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
  end do
end subroutine sum
subroutine none(n, x, s)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = x(i)
  end do
end subroutine none
