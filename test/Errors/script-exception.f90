! An exception in the script: its line in the Fortran file, and the kernel.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/script-exception.cl
subroutine s(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine s
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! # CHECK: script-exception.f90:[[#@LINE+1]]:{{.*}}error: {{.*}}ZeroDivisionError
! def tile(k): return lp.split_iname(k, "i", 1//0)
! knl = tile(knl)
! RESULT = knl
!$loopy end
