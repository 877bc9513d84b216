! RUN: not %loopyc -o %t %s 2>&1 | FileCheck %s
! All of them are reported.
subroutine wrong(n, a)
  implicit none
  integer :: n
  real :: a(n)
  ! CHECK: semantic-error.f90:[[#@LINE+1]]:5: error: No explicit type declared for 'i'
  a(i) = 1
  ! CHECK: semantic-error.f90:[[#@LINE+1]]:10: error: {{.*}}rank
  a(1) = a(1, 2)
end subroutine
