! RUN: %loopyc %s --target=c --check --param n=37 | FileCheck %s
! Each group has a copy of the bins, along an axis that the launch adds: what
! subscripts the bins is still inside of them.
! CHECK: check: bins: c: ok
subroutine bins(n, p, x, h)
  implicit none
  integer, intent(in) :: n, p(n), x(n)
  integer, intent(inout) :: h(5)
  integer :: i
  do i = 1, n
    h(p(i)) = h(p(i)) + x(i)
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.privatize_updates(knl, "h", "i_outer", across="steps")
!$loopy end
