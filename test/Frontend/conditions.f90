! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! Conditions become predicates. One that reads what a branch may write is
! evaluated once, into a temporary, where the `if` stands.

! CHECK-LABEL: KERNEL: stable
! CHECK: if i < 3
! CHECK-NEXT: a[i] = 1.0
! CHECK: if (i >= 3) and (x > 0.0)
! CHECK-NEXT: a[i] = 2.0
! CHECK: if (i >= 3) and (not x > 0.0)
! CHECK-NEXT: a[i] = 3.0
subroutine stable(n, x, a)
  implicit none
  integer :: n, i
  real :: x, a(0:n - 1)
  do i = 0, n - 1
    if (i < 3) then
      a(i) = 1
    else if (x > 0) then
      a(i) = 2
    else
      a(i) = 3
    end if
  end do
end subroutine

! CHECK-LABEL: KERNEL: changing
! CHECK: cond: type: logical32
! CHECK: cond = a[i] < 0.0
! CHECK-NEXT: if cond
! CHECK-NEXT: a[i] = -a[i]
! CHECK-NEXT: b[i] = a[i]
! CHECK-NEXT: end if
! CHECK-NEXT: if not cond
! CHECK-NEXT: b[i] = 0.0
subroutine changing(n, a, b)
  implicit none
  integer :: n, i
  real :: a(n), b(n)
  do i = 1, n
    if (a(i) < 0) then
      a(i) = -a(i)
      b(i) = a(i)
    else
      b(i) = 0
    end if
  end do
end subroutine

! The condition of a one-line `if` is read before its only statement writes.
! CHECK-LABEL: KERNEL: oneline
! CHECK-NOT: cond
! CHECK: if b[i] > 1.0
! CHECK-NEXT: a[i] = 1.0
subroutine oneline(n, a, b)
  implicit none
  integer :: n, i
  real :: a(n), b(n)
  do i = 1, n
    if (b(i) > 1) a(i) = 1
  end do
end subroutine

! The second condition is evaluated only where the first does not hold, and
! before any branch runs.
! CHECK-LABEL: KERNEL: chained
! CHECK: cond = s > 0.0
! CHECK-NEXT: if not cond
! CHECK-NEXT: cond_1 = 1.0 / s < t
! CHECK-NEXT: end if
! CHECK-NEXT: if cond
! CHECK-NEXT: s = -1.0
! CHECK-NEXT: end if
! CHECK-NEXT: if (not cond) and (cond_1)
! CHECK-NEXT: t = 0.0
! CHECK-NEXT: s = 1.0
subroutine chained(s, t)
  implicit none
  real :: s, t
  if (s > 0) then
    s = -1
  else if (1/s < t) then
    t = 0
    s = 1
  end if
end subroutine

! Conditions that are constant leave no trace.
! CHECK-LABEL: KERNEL: constant
! CHECK: INSTRUCTIONS:
! CHECK-NEXT: x = 1.0
! CHECK-NEXT: x = x + 3.0
! CHECK-NEXT: -----
subroutine constant(x)
  implicit none
  logical, parameter :: debug = .false.
  real :: x
  if (.not. debug) x = 1
  if (debug) then
    x = 2
  else
    x = x + 3
  end if
end subroutine

! Loops inside a branch carry the condition to their statements.
! CHECK-LABEL: KERNEL: nested
! CHECK: for i
! CHECK-NEXT: if flag
! CHECK-NEXT: a[i] = 0.0
! CHECK: if (flag) and (i + 1 == n)
! CHECK-NEXT: a[i] = 1.0
subroutine nested(n, flag, a)
  implicit none
  integer :: n, i
  logical :: flag
  real :: a(n)
  if (flag) then
    do i = 1, n
      a(i) = 0
      if (i == n) a(i) = 1
    end do
  end if
end subroutine
