! Exact dependences: flow from the last writer, updates told apart, indirect
! access over-approximated.
! RUN: %loopyc %s --emit=deps -o - | FileCheck %s
subroutine recur(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 3, n
    a(i) = a(i-2)
  end do
end subroutine
! CHECK: kernel recur
! CHECK-NEXT: flow a_0 -> a_0 a[i + 2] -> a[i] {{.*}}[i] -> [i' = 2 + i]
! CHECK-NOT: output

subroutine add(n, a, s)
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + a(i)
  end do
end subroutine
! CHECK: kernel add
! CHECK-NEXT: update s_0 -> s_0

subroutine scatter(n, m, x)
  integer, intent(in) :: n, m(n)
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(m(i)) = 1.0
  end do
end subroutine
! CHECK: kernel scatter
! CHECK-NEXT: output x_0 -> x_0 {{.*}}i < i' < n
