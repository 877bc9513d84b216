! RUN: %loopyc --print-after=inline --stop-after=frontend %s 2>&1 | FileCheck %s
! Local integers that one statement assigns are their values, so that shapes in
! terms of them are known.
module m
  implicit none
contains
  subroutine fill(a, rows, columns)
    integer, intent(in) :: rows, columns
    real, intent(out) :: a(rows, columns)
    integer :: i, j
    do j = 1, columns
      do i = 1, rows
        a(i, j) = 0
      end do
    end do
  end subroutine
  subroutine fill_square(a, n)
    integer, intent(in) :: n
    real, intent(out) :: a(0:n, 0:n)
    integer :: m1
    m1 = n + 1
    call fill(a, m1, m1)
  end subroutine
  subroutine fill_cube(a, n)
    integer, intent(in) :: n
    real, intent(out) :: a(0:n, 0:n, 0:n)
    integer :: m1, m2
    m1 = n + 1
    m2 = m1*m1
    call fill(a, m1, m2)
  end subroutine
  subroutine grow(n)
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
  subroutine measure(n)
    integer, intent(out) :: n
    n = 3
  end subroutine
end module

! Numbers, through two calls.
! CHECK: subroutine numbers(a)
! CHECK-NOT: n =
! CHECK-NOT: m1 =
! CHECK: do j = 1, 5
! CHECK-NEXT: do {{.*}}i = 1, 5
! CHECK-NEXT: a[{{.*}}i - 1, j - 1] = 0
subroutine numbers(a)
  use m
  real, intent(out) :: a(5, 5)
  integer :: n
  n = 4
  call fill_square(a, n)
end subroutine

! What is a function of arguments.
! CHECK: subroutine arguments(n, a)
! CHECK-NOT: m1 =
! CHECK: do j = 1, n + 1
! CHECK-NEXT: do {{.*}}i = 1, n + 1
! CHECK-NEXT: a[{{.*}}i - 1, j - 1] = 0
subroutine arguments(n, a)
  use m
  integer, intent(in) :: n
  real, intent(out) :: a(0:n, 0:n)
  call fill_square(a, n)
end subroutine

! Dimensions one behind the other are one: no quotients are left.
! CHECK: subroutine sequence(n, a)
! CHECK: a[
! CHECK-NOT: //
! CHECK-SAME: ] = 0
subroutine sequence(n, a)
  use m
  integer, intent(in) :: n
  real, intent(out) :: a((n + 1)**3)
  call fill_cube(a, n)
end subroutine

! Not what is assigned again, by whomever.
! CHECK: subroutine again(a)
! CHECK: n = 1
! CHECK: n = n + 1
! CHECK: a[n - 1] = 1
! CHECK: k = 3
! CHECK: k = 4
! CHECK: a[k - 1] = 1
subroutine again(a)
  use m
  real, intent(inout) :: a(9)
  integer :: n, k
  n = 1
  call grow(n)
  a(n) = 1
  call measure(k)
  if (a(1) > 0) k = 4
  a(k) = 1
end subroutine

! Nor what a loop counts, or what changes itself.
! CHECK: subroutine changing(n, a)
! CHECK: last = n
! CHECK: n = n + 1
! CHECK: a[last - 1] = 1
! CHECK: total = total + i
subroutine changing(n, a)
  use m
  integer, intent(inout) :: n
  real, intent(inout) :: a(9)
  integer :: last, total, i
  last = n
  call grow(n)
  a(last) = 1
  total = 0
  do i = 1, 3
    total = total + i
  end do
  a(total) = 2
end subroutine

! What reads it first may find the value of an iteration before.
! CHECK: subroutine later(a)
! CHECK: if i > 1
! CHECK-NEXT: a[k - 1, i - 1] = 1
! CHECK: k = 2
! CHECK-NEXT: a[1, i - 1] = 3
subroutine later(a)
  use m
  real, intent(inout) :: a(9, 9)
  integer :: i, k, n
  do i = 1, 9
    if (i > 1) a(k, i) = 1
    k = 2
    a(k, i) = 3
  end do
  n = 1
  call grow(n)
  a(n, 1) = 0
end subroutine
