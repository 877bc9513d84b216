! A work-item axis wants a length that is known.
! RUN: rm -rf %t && mkdir %t && cd %t && sh -c '%loopyc %s 2> err; test $? = 1'
! RUN: FileCheck %s < %t/err
! RUN: not test -e %t/unbounded-tag.cl
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
! # CHECK: unbounded-tag.f90:{{.*}}error: {{.*}}'i'{{.*}}
! RESULT = lp.tag_inames(knl, {"i": "l.0"})
!$loopy end
