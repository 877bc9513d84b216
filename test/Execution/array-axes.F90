! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=10 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=33 | FileCheck %s
! Arrays in another layout on the device: short vectors, separate arrays, and
! C's order.
! CHECK: check: fields: opencl: ok
! CHECK: check: fields: c: ok
subroutine fields(n, p, q, r)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: p(n, 2), q(n, 8)
  real(RK), intent(inout) :: r(n, 8)
  integer :: i, f
  do i = 1, n
    do f = 1, 8
      r(i, f) = r(i, f) + p(i, 1)*q(i, f) + p(i, 2)
    end do
  end do
end subroutine fields

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.set_array_axis_names(knl, "q", "point,field")
! knl = lp.split_array_axis(knl, ("q", 1, "F"), 4)
! knl = lp.tag_array_axes(knl, "q", "N0,vec,N1")
! knl = lp.tag_array_axes(knl, "p", "N0,sep")
! knl = lp.tag_array_axes(knl, "r", "C")
! knl = lp.tag_inames(knl, "i:g.0, f:unr")
! RESULT = knl
!$loopy end
