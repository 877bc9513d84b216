! A syntax error in Fortran: located, with an excerpt, and nothing is written.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: ls %t | FileCheck %s --check-prefix=NOTHING
! CHECK: syntax.f90:[[#@LINE+9]]:{{[0-9]+}}: error:
! CHECK: x(i) = 2**
! CHECK: ^
! NOTHING: {{^}}err
! NOTHING-NOT: {{.}}
subroutine s(n, x)
  real :: x(n)
  do i = 1, n
    ! the next line lacks an operand
    x(i) = 2**
  end do
end subroutine s
