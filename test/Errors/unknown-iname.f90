! An unknown iname, with close matches.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/unknown-iname.cl
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
! # CHECK: unknown-iname.f90:[[#@LINE+1]]:{{.*}}error: {{.*}}'ii'{{.*}}'i'
! RESULT = lp.split_iname(knl, "ii", 4)
!$loopy end
