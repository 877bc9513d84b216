! A loop that data ends, with work-items that take turns in it: no target has a
! flag that is each one's own there.
! RUN: not %loopyc %s --target=opencl -o %t 2>&1 | FileCheck %s
! RUN: not %loopyc %s --target=c -o %t 2>&1 | FileCheck %s
! CHECK: stopped-between-items.f90:[[#@LINE+14]]:7: error: loop 'iteration' ends by a condition that is not each work-item's own: leave the loops around it sequential
subroutine repeated(n, m, a, c)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n)
  real, intent(in) :: c(n)
  real :: v(m + 4)
  integer :: j, k, again
  do k = 1, m + 4
    v(k) = k
  end do
  do j = 1, n
    again = 0
    do
      again = again + 1
      do k = 1, m
        v(k) = c(j) + k
      end do
      if (c(j) < 0) v(1) = again
      if (again >= 2 .or. c(j) > 1) exit
    end do
    a(j) = v(1) + 1
  end do
end subroutine
!$loopy begin
! [knl] = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "k_1", 4, outer_tag="g.0", inner_tag="l.0", align=-1)
!$loopy end
