! A function of the seeds that is not there is an error that says so.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/seed-function.cl
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
! # CHECK: seed-function.f90:[[#@LINE+1]]:{{.*}}error: {{.*}}find_unused_axis_tag
! RESULT = lp.find_unused_axis_tag(knl)
!$loopy end
