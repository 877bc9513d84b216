! RUN: %loopyc %s --target=opencl -o %t/ 2>&1 | FileCheck %s
! What a kernel calls in its loops runs in order there: that it would by
! itself, too, is no news of a procedure that launches nothing.
! CHECK-NOT: Wserial
! CHECK: warning: kernel 'once': the loop over 'i' stays on one work-item{{.*}} [-Wserial]
! CHECK-NOT: Wserial
! CHECK: warning: the stub runs 'thomas' on the host: a pure procedure cannot launch
! CHECK-NOT: Wserial
module lines
contains
  pure subroutine thomas(n, a, b)
    !$acc routine seq
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 2, n
      b(i) = b(i) - a(i)*b(i - 1)
    end do
  end subroutine
  subroutine all_lines(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(inout) :: b(n, m)
    integer :: j
    !$acc parallel loop
    do j = 1, m
      call thomas(n, a(:, j), b(:, j))
    end do
  end subroutine
  subroutine once(n, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 2, n
      b(i) = sin(b(i - 1))*b(i)
    end do
  end subroutine
end module
