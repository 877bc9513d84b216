! RUN: %loopyc --target=opencl --emit=device -o - %s 2>&1 | FileCheck --implicit-check-not=warning: %s
! Loops that a flag ends, in parallel ones: the flag, and what is assigned
! before the loop is left, are each work-item's own.

! CHECK-LABEL: void search(
! CHECK: int going = 1;
! CHECK-NEXT: for (int k = 0; k < m && going; ++k) {
! CHECK: float t = a[
! CHECK-NEXT: if (t > x) {
! CHECK: going = 0;
! CHECK-NEXT: }
! CHECK-NEXT: if (going) {
! CHECK: s = s + t;
! CHECK-NEXT: }
! CHECK-NEXT: }
! CHECK: b[
subroutine search(n, m, a, x, b)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(m, n), x
  real, intent(inout) :: b(n)
  integer :: i, k
  real :: s, t
  do i = 1, n
    s = 0
    do k = 1, m
      t = a(k, i)
      if (t > x) exit
      s = s + t
    end do
    b(i) = s
  end do
end subroutine

! Both loops end with a jump out of both.
! CHECK-LABEL: void both(
! CHECK: for (int j = 0; j < m && going; ++j) {
! CHECK-NEXT: for (int k = 0; k < m && going; ++k) {
! CHECK-NEXT: if (a[
! CHECK: going = 0;
subroutine both(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(m, m, n)
  real, intent(inout) :: b(n)
  integer :: i, j, k
  do i = 1, n
    outer: do j = 1, m
      do k = 1, m
        if (a(k, j, i) > 1) exit outer
        b(i) = b(i) + a(k, j, i)
      end do
    end do outer
  end do
end subroutine

! CHECK-LABEL: void halve(
! CHECK: int going = x[{{.*}}] > 1.0f;
! CHECK-NEXT: while (going) {
! CHECK: x[{{.*}}] = x[{{.*}}] / 2.0f;
! CHECK: going = x[
! CHECK-NEXT: }
subroutine halve(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    do while (x(i) > 1)
      x(i) = x(i)/2
    end do
  end do
end subroutine

! What the flag was set under is not asked for again: nothing changes it.
! CHECK-LABEL: void wrapped(
! CHECK: int going = 0;
! CHECK-NEXT: if (!(v[
! CHECK-NEXT: going = x[
! CHECK-NEXT: }
! CHECK-NEXT: while (going) {
! CHECK-NOT: if
! CHECK: going = x[
! CHECK-NEXT: }
subroutine wrapped(n, l, x, v)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: l, v(n)
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (v(i) < 0.1) cycle
    x(i) = x(i) + v(i)
    do while (x(i) >= l)
      x(i) = x(i) - l
    end do
  end do
end subroutine
