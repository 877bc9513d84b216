! A short vector's component is one of its lanes, also where the loop over them
! is bounded by work-items and guarded inside.
! RUN: %loopyc %s -Wno-serial -o %t && FileCheck %s < %t.cl
! CHECK: float2 t;
! CHECK-NOT: t.s{{[^01]}}
! CHECK: t.s0 = t.s0 + q
! CHECK: t.s1 = t.s1 + q
! CHECK-NOT: t.s{{[^01]}}
subroutine lanes(n, q, y)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: q(0:5)
  real(4), intent(inout) :: y(0:5)
  real(4) :: t
  integer :: i
  do i = 0, 5
    t = 2*q(i)
    if (mod(i, 3) /= 1) then
      t = t + q(i)
    end if
    y(i) = t
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 2, inner_tag="vec")
! RESULT = lp.split_iname(knl, "i_outer", 4, outer_tag="g.0", inner_tag="l.0")
!$loopy end
