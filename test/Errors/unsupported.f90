! A construct outside the supported Fortran: one error that names it.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/unsupported.cl
subroutine s(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  i = 1
10 if (i < n) goto 20
  x(i) = 2*x(i)
  i = i + 1
! CHECK: unsupported.f90:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}not supported
  goto 10
20 continue
end subroutine s
