! RUN: %loopyc --print-after=inline --stop-after=frontend %s 2>&1 | FileCheck %s
! Calls are replaced by what is called, with its names made those of the caller.
module m
  implicit none
  real :: gain
  real, allocatable :: table(:)
  interface limit
    module procedure limit_one, limit_many
  end interface
contains
  subroutine limit_one(x, high)
    real, intent(inout) :: x
    real, intent(in), optional :: high
    if (present(high)) then
      if (x > high) x = high
    else if (x > 1) then
      x = 1
    end if
  end subroutine
  subroutine limit_many(x, high)
    real, intent(inout) :: x(:)
    real, intent(in), optional :: high
    integer :: i
    do i = 1, size(x)
      call limit(x(i), high)
    end do
  end subroutine
  real function blend(a, b)
    real, intent(in) :: a, b
    real :: t
    t = gain*a
    blend = t + b + table(1)
  end function
end module

! CHECK: *** after inline: {{.*}}inline.f90

! A whole array, and an optional argument that is there or not.
! CHECK: subroutine whole(n, a)
! CHECK-NEXT: locals: i
! CHECK-NEXT: do i = 1, n
! CHECK-NEXT:   if a[i - 1] > 1.0
! CHECK-NEXT:     a[i - 1] = 1.0
! CHECK-NEXT: subroutine one(
subroutine whole(n, a)
  use m
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  call limit(a)
end subroutine

! CHECK-NEXT: locals: i, limit_many_i
! CHECK-NEXT: do i = 1, n
! CHECK-NEXT:   do limit_many_i = 1, (n - 1) / 2
! CHECK-NEXT:     if a[2*limit_many_i - 1, i - 1] > 2.0
! CHECK-NEXT:       a[2*limit_many_i - 1, i - 1] = 2.0
! CHECK-NEXT: subroutine
subroutine one(n, a)
  use m
  integer, intent(in) :: n
  real, intent(inout) :: a(n, n)
  integer :: i
  do i = 1, n
    call limit(a(2:n - 1:2, i), 2.0)
  end do
end subroutine

! A function's statements come before the statement; variables of its module
! are arguments.
! CHECK: calls(n, x, y)
! CHECK-NEXT: hidden: {{.*}}gain{{.*}}
! CHECK-NEXT: locals: i, {{.*}}
! CHECK-NEXT: do i = 1, n
! CHECK-NEXT:   b = 2.0*x[i - 1]
! CHECK-NEXT:   [[T:t[a-z_0-9]*]] = gain*y[i - 1]
! CHECK-NEXT:   [[R:blend[a-z_0-9]*]] = [[T]] + b + table[-table_lbound_1 + 1]
! CHECK-NEXT:   x[i - 1] = x[i - 1] + [[R]]
subroutine calls(n, x, y)
  use m, only: blend
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  real, intent(in) :: y(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + blend(y(i), 2*x(i))
  end do
end subroutine

! Where the right operand is evaluated only if the left one leaves it open, and
! a condition only if it is reached.
! CHECK: subroutine conditions(x, y)
! CHECK: cond = x > 0.0
! CHECK-NEXT: if cond
! CHECK-NEXT:   ok = y > 0.0
! CHECK-NEXT:   cond = ok
! CHECK-NEXT: if cond
! CHECK-NEXT:   x = 1.0
! CHECK-NEXT: else
! CHECK-NEXT:   [[OK:positive_ok]] = x > 0.0
! CHECK-NEXT:   if [[OK]]
! CHECK-NEXT:     x = 2.0
subroutine conditions(x, y)
  real, intent(inout) :: x
  real, intent(in) :: y
  if (x > 0 .and. positive(y)) then
    x = 1
  else if (positive(x)) then
    x = 2
  end if
contains
  logical function positive(z) result(ok)
    real, intent(in) :: z
    ok = z > 0
  end function
end subroutine

! An argument that the callee changes elsewhere is evaluated once; a dummy that
! is passed on is what it was.
! CHECK: subroutine evaluated(k, x)
! CHECK-NEXT: locals: from
! CHECK-NEXT: from = k + 1
! CHECK-NEXT: k = 5
! CHECK-NEXT: x[k - 1] = float32(from)
subroutine evaluated(k, x)
  integer, intent(inout) :: k
  real, intent(inout) :: x(10)
  call outer(k, k + 1)
contains
  subroutine outer(at, from)
    integer, intent(inout) :: at
    integer, intent(in) :: from
    at = 5
    call inner(x(at), from)
  end subroutine
  subroutine inner(y, from)
    real, intent(out) :: y
    integer, intent(in) :: from
    y = from
  end subroutine
end subroutine

! Storage order: a plane of a larger array, a part of a vector.
! CHECK: subroutine shapes(n, a, w)
! CHECK: do j = 1, n
! CHECK-NEXT:   do i = 1, n
! CHECK-NEXT:     a[i - 1, j - 1, 1] = 0.0
! CHECK: do {{.*}} = 1, n
! CHECK-NEXT:   do [[I:[a-z_]*i[_0-9]*]] = 1, 3
! CHECK-NEXT:     w[{{.*}}3*{{.*}}] = 0.0
subroutine shapes(n, a, w)
  integer, intent(in) :: n
  real, intent(inout) :: a(n, n, 2), w(3*n + 2)
  call clear(a(1, 1, 2), n, n)
  call clear(w(3), 3, n)
contains
  subroutine clear(x, k, l)
    integer, intent(in) :: k, l
    real, intent(out) :: x(k, l)
    integer :: i, j
    do j = 1, l
      do i = 1, k
        x(i, j) = 0
      end do
    end do
  end subroutine
end subroutine
