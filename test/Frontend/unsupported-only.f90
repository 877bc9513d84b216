! RUN: not %loopyc -o %t %s 2>&1 | FileCheck %s
! RUN: not ls %t.cl
! A file in which nothing can be translated is an error.
subroutine only(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: unsupported-only.f90:[[#@LINE+2]]:3: error: not supported: call of 'helper'
  ! CHECK-NEXT: call helper(a)
  call helper(a)
end subroutine
