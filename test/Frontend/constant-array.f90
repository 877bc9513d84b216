! RUN: %loopyc --emit=ir -o - %s | FileCheck %s
! Elements of a constant array: folded where the subscript is constant, chosen
! by comparison where it is not.
! CHECK-LABEL: KERNEL: weights
! CHECK: a[i] = if(i + 1 == 1, 1.0, if(i + 1 == 2, -2.0, 0.5))*2.0
! CHECK: a[i] = a[i] + (-2.0)
subroutine weights(a)
  implicit none
  real, parameter :: w(3) = [1.0, -2.0, 0.5]
  real :: a(3)
  integer :: i
  do i = 1, 3
    a(i) = w(i)*2
    a(i) = a(i) + w(2)
  end do
end subroutine
