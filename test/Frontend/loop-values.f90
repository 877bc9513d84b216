! What a loop variable is behind its loops, where something reads it: behind all
! loops around that do not, and not where it is assigned before it is read.
! RUN: %loopyc %s --target=c --print-after=loop-values -o %t 2>&1 | FileCheck %s
module m
  implicit none
  integer :: k
contains
  ! Others may read k.
  ! CHECK-LABEL: subroutine of_module
  ! CHECK: do j
  ! CHECK: do k_loop
  ! CHECK-NEXT: a[
  ! CHECK-NEXT: if 1 <= m
  ! CHECK-NEXT: k = n - 3*max(0, {{.*}}
  subroutine of_module(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: j
    do j = 1, m
      do k = n, 2, -3
        a(k, j) = a(k, j) + k
      end do
    end do
  end subroutine
  ! CHECK-LABEL: subroutine read_after
  ! CHECK: do i =
  ! CHECK-NEXT: a[
  ! CHECK-NEXT: i_value = 2*max
  ! CHECK-NEXT: at = i_value
  ! CHECK: do i =
  ! CHECK-NEXT: a[
  ! CHECK-NEXT: i_value = 5
  subroutine read_after(n, a, at)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(out) :: at
    integer :: i
    do i = 1, n, 2
      a(i) = a(i)*2
    end do
    at = i
    do i = 1, n
      a(i) = a(i) - i
    end do
    i = 5
    at = at + 100*i
  end subroutine
  ! The inner loop's variable is read inside the outer one.
  ! CHECK-LABEL: subroutine inside
  ! CHECK: do i =
  ! CHECK-NEXT: a[
  ! CHECK-NEXT: i_value = max(1, j + 1)
  ! CHECK-NEXT: b[{{.*}}] = i_value
  subroutine inside(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(out) :: b(n)
    integer :: i, j
    do j = 1, n
      do i = 1, j
        a(j) = a(j) + i
      end do
      b(j) = i
    end do
  end subroutine
end module
