! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! RUN: %loopyc --print-changed --stop-after=frontend %s 2>&1 | FileCheck %s --check-prefix=PASS
! Jumps become conditions; flags only where one way through an `if` is not all.

! What follows `if (c) cycle` stands under the opposite condition.
! CHECK-LABEL: KERNEL: cycles
! CHECK: for i
! CHECK-NEXT: if (i + 1 != 3) and (not a[i] > 0.0)
! CHECK-NEXT: b[i] = a[i]
! CHECK-NOT: going
! PASS: *** after program
! PASS: 0: subroutine cycles
! PASS: [[LOOP:[0-9]+]]: do i = 1, n
! PASS-NEXT: if i == 3
! PASS-NEXT: cycle [[LOOP]]
! PASS: *** after jumps-to-exits
! PASS: do i = 1, n
! PASS-NEXT: [[BLOCK:[0-9]+]]: block
! PASS-NEXT: if i == 3
! PASS-NEXT: exit [[BLOCK]]
! PASS: *** after resolve-exits
! PASS: do i = 1, n
! PASS-NEXT: if i == 3
! PASS-NEXT: else
! PASS-NEXT: if a[i - 1] > 0.0
! PASS-NEXT: else
! PASS-NEXT: b[i - 1] = a[i - 1]
subroutine cycles(n, a, b)
  implicit none
  integer :: n, i
  real :: a(n), b(n)
  do i = 1, n
    if (i == 3) cycle
    if (a(i) > 0) cycle
    b(i) = a(i)
  end do
end subroutine

! Of several ways through an `if`, a flag tells which was taken.
! CHECK-LABEL: KERNEL: deeper
! CHECK: going = True
! CHECK-NEXT: if (a[i] > 0.0) and (a[i] > 1.0)
! CHECK-NEXT: going = False
! CHECK: if (a[i] > 0.0) and (going)
! CHECK-NEXT: b[i] = 1.0
! CHECK: if going
! CHECK-NEXT: b[i] = 2.0
subroutine deeper(n, a, b)
  implicit none
  integer :: n, i
  real :: a(n), b(n)
  do i = 1, n
    if (a(i) > 0) then
      if (a(i) > 1) cycle
      b(i) = 1
    end if
    b(i) = 2
  end do
end subroutine

! A loop that is left: its whole body is guarded by the flag, what is behind
! the loop is not.
! CHECK-LABEL: KERNEL: exits
! CHECK: going = True
! CHECK-NEXT: for i
! CHECK-NEXT: if (going) and (a[i] > x)
! CHECK-NEXT: going = False
! CHECK: if going
! CHECK-NEXT: s = s + a[i]
! CHECK: end i{{$}}
! CHECK-NEXT: s = 2.0*s
subroutine exits(n, a, x, s)
  implicit none
  integer :: n, i
  real :: a(n), x, s
  do i = 1, n
    if (a(i) > x) exit
    s = s + a(i)
  end do
  s = 2*s
end subroutine

! A loop that begins with its test has no other.
! CHECK-LABEL: KERNEL: whiles
! CHECK: { [iteration] : 0 <= iteration <= 4611686018427387903 }
! CHECK: going = x > 1.0
! CHECK-NEXT: for iteration
! CHECK-NEXT: if going
! CHECK-NEXT: x = x / 2.0
! CHECK-NEXT: going = x > 1.0
subroutine whiles(x)
  implicit none
  real :: x
  do while (x > 1)
    x = x/2
  end do
end subroutine

! Reached under a condition, a flag does not hold elsewhere.
! CHECK-LABEL: KERNEL: under
! CHECK: going = False
! CHECK-NEXT: if m > 0
! CHECK-NEXT: going = x[i] > 1.0
! CHECK: if (m > 0) and (going)
! CHECK-NEXT: x[i] = x[i] / 2.0
subroutine under(n, m, x)
  implicit none
  integer :: n, m, i
  real :: x(n)
  do i = 1, n
    if (m > 0) then
      do while (x(i) > 1)
        x(i) = x(i)/2
      end do
    end if
  end do
end subroutine

! `return` jumps to the end of the subroutine, `goto` to its label.
! CHECK-LABEL: KERNEL: returns
! CHECK: if n >= 0
! CHECK-NEXT: x = 1.0
! CHECK: if (n >= 0) and (n <= 10)
! CHECK-NEXT: x = 2.0
! CHECK: if n >= 0
! CHECK-NEXT: x = x + 1.0
subroutine returns(n, x)
  implicit none
  integer :: n
  real :: x
  if (n < 0) return
  x = 1
  if (n > 10) goto 10
  x = 2
10 x = x + 1
end subroutine

! A step of unknown sign: the number of iterations is data.
! CHECK-LABEL: KERNEL: steps
! CHECK: [i_trips] -> { [i] : 0 <= i < i_trips }
! CHECK: ASSUMPTIONS:
! CHECK-NEXT: [m] -> { [] : m < 0 or m > 0 }
! CHECK: i_trips = (int64(m) - int64(n) + 1) / int64(m)
! CHECK-NEXT: for i
! CHECK-NEXT: a[i*m + n - 1] = 0.0
subroutine steps(n, m, a)
  implicit none
  integer :: n, m, i
  real :: a(n)
  do i = n, 1, m
    a(i) = 0
  end do
end subroutine
