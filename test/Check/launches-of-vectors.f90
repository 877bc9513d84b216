! RUN: %loopyc %s --target=c --check --param n=7 --param m=3 | FileCheck %s
! Launches keep the components of short vectors side by side, along an axis
! for which the kernel's own subscripts have no place: that is no access outside
! of an array, at sizes which the script leaves to chance or at others.
! CHECK: check: norms: c: ok
subroutine norms(n, m, x, y, s)
  implicit none
  integer, intent(in) :: n, m
  real(4), intent(in) :: x(n, m)
  real(4), intent(out) :: y(n, m)
  real(4), intent(inout) :: s(m)
  integer :: i, j
  real(4) :: t
  do j = 1, m
    do i = 1, n
      t = 2*x(i, j)
      y(i, j) = t
      s(j) = s(j) + t*t
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "j", 2, inner_tag="vec")
! knl = lp.split_array_axis(knl, "x, y", 1, 2)
! knl = lp.tag_array_axes(knl, "x, y", "N0,N1,vec")
! knl = lp.split_array_axis(knl, "s", 0, 2)
! knl = lp.tag_array_axes(knl, "s", "N0,vec")
! RESULT = lp.tag_inames(knl, {"i": "g.0"})
!$loopy end
