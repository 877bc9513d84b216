! A guard on a scalar that an earlier launch has computed bounds no loop of the
! original; in the launch that tests it, it does.
! RUN: %loopyc %s --verify --param n=9 -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: guarded: ok
subroutine guarded(n, first, x, y)
  implicit none
  integer, intent(in) :: n, first(n)
  real(8), intent(inout) :: x(n), y(n)
  integer :: i, j, k
  k = first(1)
  do i = 1, n
    x(i) = 2*x(i)
  end do
  do j = 2, n
    if (j < max(3, k)) y(j) = y(j - 1) + x(n + 1 - j)
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 4, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
