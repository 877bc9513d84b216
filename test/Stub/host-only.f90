! Where the stub cannot launch, the original stays, and a warning says why.
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! RUN: FileCheck --check-prefix=STUB %s < %t_stub.f90

! CHECK: [[#@LINE+1]]:1: warning: the stub runs 'clean' on the host: a pure procedure cannot launch; leave out 'pure', or let the kernels of its callers have its statements [-Wstub]
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

! CHECK: [[#@LINE+1]]:1: warning: the stub runs 'hidden' on the host: the assumed-size array 'size' hides the function of this name, which 'x' needs; rename it
subroutine hidden(n, x, size)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), size(*)
  integer :: i
  do i = 1, n
    size(i) = x(i)
  end do
end subroutine

! STUB-NOT: {{_off}}load
