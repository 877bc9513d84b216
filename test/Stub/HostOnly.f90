! Where the stub cannot launch, the original stays, and a warning says why.
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! RUN: FileCheck --check-prefix=STUB %s < %t_stub.f90

! CHECK: [[#@LINE+1]]:1: warning: the stub runs 'clean' on the host: a pure procedure cannot launch [-Wstub]
pure subroutine clean(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 0
  end do
end subroutine

! CHECK: [[#@LINE+1]]:1: warning: the stub runs 'crowded' on the host: other statements share line [[#@LINE+2]]
subroutine crowded(x)
  real, intent(inout) :: x; x = 1
end subroutine

! STUB-NOT: {{_off}}load
