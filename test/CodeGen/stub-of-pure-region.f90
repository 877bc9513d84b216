! A pure procedure cannot launch, also where it is a region as a whole.
! RUN: %loopyc %s --target=c -o %t 2>&1 | FileCheck %s
! CHECK: warning: the stub runs 'inner' on the host: a pure procedure cannot launch
subroutine outer(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  call inner(a)
contains
  pure subroutine inner(b)
    real, intent(inout) :: b(:)
    integer :: i
    do i = 1, n
      b(i) = 2*b(i)
    end do
  end subroutine
end subroutine
