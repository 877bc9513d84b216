! Loops of no iterations, as a script that fixes a size may make them, have one
! position on work-items and among copies, at which nothing runs.
! RUN: %loopyc %s -o %t --set tag=l.0 --target=c --check --verify --param m=7 | FileCheck %s
! RUN: %loopyc %s -o %t --set tag=ilp --target=c --check --verify --param m=7 | FileCheck %s
! CHECK: verify: rows: ok
! CHECK: check: rows: c: ok
subroutine rows(n, m, x, y, r)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(m)
  real(8), intent(inout) :: y(m), r(m)
  integer :: i, k
  do k = 1, m
    do i = 1, n
      y(k) = y(k) + i*x(k)
    end do
    r(k) = y(k)
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 8, inner_tag=tag)
! knl = lp.tag_inames(knl, {"k": "g.0"})
! RESULT = lp.fix_parameters(knl, n=0)
!$loopy end
