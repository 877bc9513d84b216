! RUN: not %loopyc --emit=ir -o - %s 2>&1 | FileCheck %s
! Without `implicit none`, a name that a missing module would have declared is
! not taken for an implicitly typed variable.
subroutine scale(n, a)
  use factors
  integer n, i
  real a(n)
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:17: error: 'alpha' is not declared here; it may come from module 'factors', which was not found
    a(i) = a(i)*alpha
  end do
end subroutine
