! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=1 | FileCheck %s
! RUN: %loopyc %s --verify --target=c -o %t | FileCheck %s --check-prefix=VERIFY
! Loops that are left, or go on, before their end.
! VERIFY-NOT: not verified

! CHECK-DAG: check: cycles: opencl: ok
! CHECK-DAG: check: cycles: c: ok
subroutine cycles(n, k, a, b)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    if (i == 3) cycle
    if (mod(k(i), 2) == 0) then
      b(i) = 1
      cycle
    else if (k(i) < 0) then
      cycle
    end if
    b(i) = b(i) + a(i)
    if (b(i) > 0.5d0) cycle
    b(i) = 2*b(i)
  end do
end subroutine

! A jump deep inside, to the outer of two loops.
! CHECK-DAG: check: nested_cycles: opencl: ok
! CHECK-DAG: check: nested_cycles: c: ok
subroutine nested_cycles(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n)
  integer :: i, j
  real(8) :: s
  rows: do i = 1, n
    s = 0
    do j = 1, n
      if (a(j, i) < 0.55d0) then
        if (j > n/2) cycle rows
        s = s - 1
      end if
      s = s + a(j, i)
    end do
    b(i) = s
    if (s > 0.55d0*n) cycle
    b(i) = b(i) + 1
  end do rows
end subroutine

! What follows the exit would read outside of the array.
! CHECK-DAG: check: searches: opencl: ok
! CHECK-DAG: check: searches: c: ok
subroutine searches(n, a, x, found)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x(n)
  integer, intent(inout) :: found(n)
  integer :: i, j
  do i = 1, n
    found(i) = 0
    do j = 1, n + 1
      if (j > n) exit
      if (a(j) > x(i)) exit
      found(i) = j
    end do
  end do
end subroutine

! CHECK-DAG: check: positions: opencl: ok
! CHECK-DAG: check: positions: c: ok
subroutine positions(n, a, x, at)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), x(n)
  integer, intent(inout) :: at(n)
  integer :: i, j
  do i = 1, n
    do j = n, 2, -2
      if (a(j) > x(i)) exit
    end do
    at(i) = j
  end do
end subroutine

! CHECK-DAG: check: deep: opencl: ok
! CHECK-DAG: check: deep: c: ok
subroutine deep(n, a, b, count)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n)
  integer, intent(inout) :: count
  integer :: i, j, k
  real(8) :: t
  all: do i = 1, n
    inner: do j = 1, n
      do k = 1, 3
        t = a(j, i) + k
        if (t > 3.9d0) exit all
        if (t > 3.6d0) exit inner
        if (t > 3.3d0) cycle inner
        b(i) = b(i) + t
      end do
      count = count + 1
    end do inner
    b(i) = b(i)/2
  end do all
end subroutine

! CHECK-DAG: check: newton: opencl: ok
! CHECK-DAG: check: newton: c: ok
subroutine newton(n, a, r, steps)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: r(n)
  integer, intent(inout) :: steps(n)
  integer :: i, it
  real(8) :: x, d
  do i = 1, n
    x = 1
    it = 0
    d = 1
    do while (abs(d) > 1d-10)
      d = (x*x - a(i) - 1)/(2*x)
      x = x - d
      it = it + 1
      if (it >= 40) exit
    end do
    r(i) = x
    steps(i) = it
  end do
end subroutine

! CHECK-DAG: check: endless: opencl: ok
! CHECK-DAG: check: endless: c: ok
subroutine endless(n, a, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  integer, intent(inout) :: r(n)
  integer :: i, m
  do i = 1, n
    if (a(i) < 0.2d0) cycle
    m = int(1000*a(i)) + 2
    r(i) = 0
    do
      if (mod(m, 2) == 0) then
        m = m/2
        if (m == 1) exit
        cycle
      end if
      r(i) = r(i) + 1
      m = 3*m + 1
    end do
  end do
end subroutine

! Constructs of other kinds that are left, return, and labels.
! CHECK-DAG: check: leaves: opencl: ok
! CHECK-DAG: check: leaves: c: ok
subroutine leaves(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  if (m < 0) return
  do i = 1, n
    part: if (a(i) > 0.3d0) then
      b(i) = b(i) + 1
      if (b(i) > 1.5d0) exit part
      b(i) = b(i) + 2
    else
      b(i) = -b(i)
    end if part
    if (a(i) < 0.5d0) goto 10
    b(i) = b(i)*2
    if (b(i) > 3) goto 20
    b(i) = b(i)*3
10  b(i) = b(i) + 4
20  continue
  end do
  if (n > 20) goto 30
  do i = 1, n
    b(i) = b(i) + 1
    if (i > 5 .and. b(i) > 4) goto 30
  end do
  b(1) = 0
30 b(n) = b(n) + 1
end subroutine

! CHECK-DAG: check: computed: opencl: ok
! CHECK-DAG: check: computed: c: ok
subroutine computed(n, k, x, b)
  integer n, k(n), i
  real(8) x(n), b(n)
  intent(in) n, k, x
  intent(inout) b
  do 50 i = 1, n
    goto (10, 20, 30), modulo(k(i), 4)
    b(i) = 1
    goto 40
10  b(i) = 2
    goto 40
20  b(i) = 3
30  b(i) = b(i) + 4
40  if (x(i) - 0.5d0) 50, 45, 45
45  b(i) = -b(i)
50 continue
end subroutine

! Two loops that share their end.
! CHECK-DAG: check: shared_end: opencl: ok
! CHECK-DAG: check: shared_end: c: ok
subroutine shared_end(n, a)
  integer n, i, j
  real(8) a(n, n)
  intent(in) n
  intent(inout) a
  do 10 j = 1, n
  do 10 i = 1, n
    if (a(i, j) .gt. 0.5d0) go to 10
    a(i, j) = a(i, j) + 1
10 a(i, j) = a(i, j)*2
end subroutine

! Named exits and cycles before a label of the outer body.
! CHECK-DAG: check: before_a_label: opencl: ok
! CHECK-DAG: check: before_a_label: c: ok
subroutine before_a_label(n, k, a, b)
  implicit none
  integer, intent(in) :: n, k(n, n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i, j
  outer: do j = 1, n
    inner: do i = 1, n
      if (k(i, j) == 7) exit inner
      if (k(i, j) == 11) cycle
      if (k(i, j) == 13) cycle outer
      b(j) = b(j) + a(i)
      if (b(j) > 5) goto 90
    end do inner
    b(j) = b(j)*0.5d0
90  b(j) = b(j) + 1
  end do outer
end subroutine

! What keeps the loop serial, and what to write instead.
! RUN: %loopyc %s -o %t.all 2>&1 | FileCheck %s --check-prefix=SERIAL
! SERIAL: warning: kernel 'deep': the loop over 'i' stays on one work-item: an iteration runs only as long as '[[FLAG:.*]]' holds, which one before it may clear, as by an exit; leave it, or let all run: a search is the minimum
! SERIAL: note: '[[FLAG]]' is cleared here
! SERIAL-NEXT: if (t > 3.9d0) exit all
