! An unknown directive.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/directive.cl
subroutine s(n, x)
  real :: x(n)
! CHECK: directive.f90:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}parallel
!$loopy parallel
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine s
