! Of an array whose elements are loop bounds, those that are mentioned become
! scalars; how many others there are costs nothing.
! RUN: %loopyc %s --print-after=split-bound-arrays --target=c -o %t 2>&1 | FileCheck %s
! CHECK: lims_1 = 2
! CHECK-NEXT: lims_77777777 = n - 1
! CHECK-NEXT: do i = lims_1, lims_77777777
subroutine inner(n, x)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: lims(100000000), i
  lims(1) = 2
  lims(77777777) = n - 1
  do i = lims(1), lims(77777777)
    x(i) = 2*x(i)
  end do
end subroutine
!$loopy begin
! RESULT = lp.parse_fortran(SOURCE, FILENAME)
!$loopy end
