! RUN: %loopyc %s --emit=deps -o - | FileCheck %s
! A subscript that the kernel computes says nothing about which iterations
! touch one element.
! CHECK: flow {{.*}}a_0 -> y_0 {{.*}}{ [i] -> [i'] : 0 <= i < n and i' >= i and 0 <= i' < n }
subroutine s(n, idx, x, a, y)
  implicit none
  integer, intent(in) :: n, idx(n)
  real, intent(in) :: x(n)
  real, intent(inout) :: a(n), y(n)
  integer :: i, k
  do i = 1, n
    k = idx(i)
    a(k) = x(i)
    k = i
    y(i) = a(k)
  end do
end subroutine s
