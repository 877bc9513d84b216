! RUN: not %loopyc -o %t %s 2>&1 | FileCheck %s
subroutine broken(n, a)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    ! CHECK: syntax-error.f90:[[#@LINE+1]]:{{[0-9]+}}: error:
    a(i) = = 1
  end do
end subroutine
