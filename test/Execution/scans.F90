! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=items --check --verify --target=opencl,c -Wno-serial --param n=19 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=8 --set LAYOUT=groups --check --target=c -Wno-serial --param n=131 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=8 -DIK=2 --set LAYOUT=groups --check --target=c -Wno-serial --param n=1 -o %t | FileCheck %s --check-prefix=C
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=runs --check --verify --target=opencl,c -Wno-serial --param n=0 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=steps --check --target=c -Wno-serial --param n=64 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=launches --check --target=c -Wno-serial --param n=65 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=serial --check --target=c -Wno-serial --param n=23 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=4 -DIK=8 --set LAYOUT=rows --check --verify --target=opencl,c -Wno-serial --param n=45 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=beside --check --target=c -Wno-serial --param n=61 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=8 -DIK=2 --set LAYOUT=around --check --target=c -Wno-serial --param n=50 -o %t | FileCheck %s --check-prefix=C
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LAYOUT=axes --check --verify --target=opencl,c -Wno-serial --param n=53 -o %t | FileCheck %s
! Running values: inclusive and exclusive, forward and backward, several at once,
! recurrences, in place, under conditions, of every type; and what is written
! where a counter says. OpenCL of groups and of steps: scans-oclgrind.test.
! CHECK-DAG: check: sums: opencl: ok
! CHECK-DAG: check: sums: c: ok
! C-DAG: check: sums: c: ok
! CHECK-DAG: check: integers: opencl: ok
! CHECK-DAG: check: integers: c: ok
! C-DAG: check: integers: c: ok
! CHECK-DAG: check: backward: opencl: ok
! CHECK-DAG: check: backward: c: ok
! C-DAG: check: backward: c: ok
! CHECK-DAG: check: inplace: opencl: ok
! CHECK-DAG: check: inplace: c: ok
! C-DAG: check: inplace: c: ok
! CHECK-DAG: check: rows: opencl: ok
! CHECK-DAG: check: rows: c: ok
! C-DAG: check: rows: c: ok
! CHECK-DAG: check: nested: opencl: ok
! CHECK-DAG: check: nested: c: ok
! C-DAG: check: nested: c: ok
! CHECK-DAG: check: compact: opencl: ok
! CHECK-DAG: check: compact: c: ok
! C-DAG: check: compact: c: ok
! CHECK-DAG: check: logicals: opencl: ok
! CHECK-DAG: check: logicals: c: ok
! C-DAG: check: logicals: c: ok
! CHECK-DAG: check: mixed: opencl: ok
! CHECK-DAG: check: mixed: c: ok
! C-DAG: check: mixed: c: ok
! CHECK-DAG: check: two: opencl: ok
! CHECK-DAG: check: two: c: ok
! C-DAG: check: two: c: ok
! CHECK-DAG: check: carried: opencl: ok
! CHECK-DAG: check: carried: c: ok
! C-DAG: check: carried: c: ok
! CHECK-DAG: check: elements: opencl: ok
! CHECK-DAG: check: elements: c: ok
! C-DAG: check: elements: c: ok
! CHECK-DAG: check: sweeps: opencl: ok
! CHECK-DAG: check: sweeps: c: ok
! C-DAG: check: sweeps: c: ok
subroutine sums(n, x, y, z, e, s, t)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), z(n), e(n), s, t
  integer :: i
  do i = 1, n
    e(i) = s
    s = s + x(i)
    y(i) = s
    t = t*(1 + x(i)/n)
    z(i) = t - x(i)
  end do
end subroutine sums
subroutine integers(n, a, b, low, high, some, odd, last)
  implicit none
  integer, intent(in) :: n
  integer(IK), intent(in) :: a(n), b(n)
  integer(IK), intent(inout) :: low(n), high(n), some(n), odd(n), last
  integer(IK) :: l, h, s, o
  integer :: i
  l = 100
  h = last
  s = 0
  o = 3
  do i = 1, n
    l = min(l, a(i), b(i))
    low(i) = l
    h = max(h, a(i) - b(i))
    high(i) = h
    s = ior(s, a(i))
    some(i) = s
    o = ieor(o, b(i))
    odd(i) = o
  end do
  last = h + o
end subroutine integers
subroutine backward(n, a, x, y, z, w)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), x(n)
  real(RK), intent(inout) :: y(n), z(n), w
  integer :: i
  real(RK) :: t
  do i = n, 1, -1
    t = a(i)*x(i)
    if (t > 0.25) w = w - t
    y(i) = w
  end do
  do i = n - 1, 1, -1
    z(i) = x(i) - a(i)*z(i + 1)/2
  end do
end subroutine backward
subroutine inplace(n, x, k)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: x(n), k(n)
  real(RK) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
    x(i) = s
  end do
  do i = 3, n
    k(i) = k(i) + k(i - 1)
  end do
end subroutine inplace
subroutine rows(n, m, x, y, last)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(inout) :: y(n, m), last(m)
  integer :: i, j
  real(RK) :: s
  do j = 1, m
    s = 0
    do i = 1, n
      s = s + x(i, j)
      y(i, j) = s
    end do
    last(j) = s
  end do
end subroutine rows
subroutine nested(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(m, n)
  real(RK), intent(inout) :: y(n)
  integer :: i, j
  real(RK) :: s
  s = 0
  do i = 1, n
    do j = 1, m
      s = s + x(j, i)
    end do
    y(i) = s
  end do
end subroutine nested
subroutine compact(n, x, out, at, m)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: out(n)
  integer, intent(inout) :: at(n), m
  integer :: i
  m = 0
  do i = 1, n
    if (x(i) > 0.5) then
      m = m + 1
      out(m) = x(i)
    end if
    at(i) = m
  end do
end subroutine compact
subroutine logicals(n, l, every, odd)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: l(n)
  logical, intent(inout) :: every(n), odd(n)
  logical :: e, o
  integer :: i
  e = .true.
  o = .false.
  do i = 1, n
    e = e .and. l(i)
    every(i) = e
    o = l(i) .neqv. o
    odd(i) = o
  end do
end subroutine logicals
subroutine mixed(n, x, y, total, low, k)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), total, low
  integer, intent(inout) :: k
  real(RK) :: s
  integer :: i
  s = total
  do i = 1, n
    if (x(i) < 0.5) then
      s = s + x(i)
    else
      s = s*0.5
    end if
    low = min(low, s)
    y(i) = s
    if (s > x(i)) k = k + 1
    total = total + x(i)*s
    s = s - 0.25
  end do
  total = total + s
end subroutine mixed
subroutine two(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), z(n)
  real(RK) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
  do i = 1, n
    z(i) = s
    s = max(s, x(i) + y(n + 1 - i))
  end do
end subroutine two
subroutine carried(n, m, x, y, k, out)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(inout) :: y(n, m), out(n*m)
  integer, intent(inout) :: k
  integer :: i, t
  k = 0
  do t = 1, m
    do i = 1, n
      if (x(i, t) < 0.5) then
        k = k + 1
        out(k) = x(i, t)
      end if
      y(i, t) = k
    end do
  end do
end subroutine carried
subroutine elements(n, m, x, y, s, k)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(inout) :: y(n, m), s(0:m)
  integer, intent(inout) :: k(m)
  integer :: i, j
  do j = 1, m
    do i = 2, n
      if (x(i, j) > 0.25) k(j) = k(j) + 1
      s(j) = s(j) + x(i, j)
      y(i, j) = s(j)*k(j)
    end do
  end do
end subroutine elements
subroutine sweeps(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: x(n), y(m, n)
  integer :: i, j
  do i = 3, n
    x(i) = (x(i) + a(i)*x(i - 1))/2
  end do
  do j = 1, m
    do i = n - 1, 1, -1
      y(j, i) = max(y(j, i + 1), y(j, i), a(i))
    end do
  end do
end subroutine sweeps

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! def spread(k, i):
!   if LAYOUT == "items": # steps of 16 work-items
!     return lp.split_iname(k, i, 16, inner_tag="l.0")
!   if LAYOUT == "groups": # an iteration for each work-item
!     return lp.split_iname(k, i, 16, inner_tag="l.0", outer_tag="g.0")
!   if LAYOUT == "runs": # several in a row
!     k = lp.split_iname(k, i, 21, outer_tag="g.0")
!     return lp.split_iname(k, i + "_inner", 3, outer_tag="l.0")
!   if LAYOUT == "steps": # of each work-group
!     k = lp.split_iname(k, i, 32, outer_tag="g.0")
!     return lp.split_iname(k, i + "_inner", 8, inner_tag="l.0")
!   if LAYOUT == "rows": # four side by side in a work-item, 8 apart
!     k = lp.split_iname(k, i, 32, outer_tag="g.0")
!     return lp.split_iname(k, i + "_inner", 8, outer_tag="ilp", inner_tag="l.0")
!   if LAYOUT == "beside": # three in a row, in steps of work-groups
!     k = lp.split_iname(k, i, 24, outer_tag="g.0")
!     k = lp.split_iname(k, i + "_inner", 12)
!     return lp.split_iname(k, i + "_inner_inner", 3, outer_tag="l.0", inner_tag="ilp")
!   if LAYOUT == "around": # five, in the steps of one group
!     k = lp.split_iname(k, i, 20)
!     return lp.split_iname(k, i + "_inner", 4, outer_tag="ilp.seq", inner_tag="l.0")
!   if LAYOUT == "axes": # two of work-items
!     k = lp.split_iname(k, i, 24, outer_tag="g.0")
!     return lp.split_iname(k, i + "_inner", 8, outer_tag="l.1", inner_tag="l.0")
!   if LAYOUT == "launches": # the host's loop
!     k = lp.split_iname(k, i, 32)
!     return lp.split_iname(k, i + "_inner", 4, inner_tag="l.0", outer_tag="g.0")
!   return lp.split_iname(k, i, 7, outer_tag="g.0") # one work-item in each group
! # --set BACK=True: what groups hand on by look-back
! back = {"sums": "st", "integers": "lhso", "backward": "wz", "inplace": "sk", "rows": "s",
!         "nested": "s", "compact": "m", "logicals": "eo", "mixed": "s", "two": "s",
!         "carried": "k", "elements": "sk", "sweeps": "xy"} if globals().get("BACK") else {}
! RESULT = []
! for k in t:
!   for name in back.get(k.name, ""):
!     k = lp.set_reduction(k, name, across="lookback")
!   for i in ["i", "i_0", "i_1"]:
!     if i in k.all_inames():
!       k = spread(k, i)
!   if k.name in ["backward", "inplace", "two", "sweeps"]:
!     k = lp.insert_global_barriers(k)
!   RESULT.append(k)
!$loopy end
