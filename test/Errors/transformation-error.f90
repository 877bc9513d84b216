! An error of a transformation names the script's line, and the kernel.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/transformation-error.cl
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
! # CHECK: transformation-error.f90:[[#@LINE+1]]:{{.*}}error: {{.*}}kernel 's'
! knl = lp.split_iname(knl, "i", 0)
! RESULT = knl
!$loopy end
