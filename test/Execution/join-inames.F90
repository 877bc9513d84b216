! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=11 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=40 | FileCheck %s
! CHECK: check: fields: opencl: ok
! CHECK: check: fields: c: ok
subroutine fields(n, q, r)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: q(7, n)
  real(RK), intent(out) :: r(7, n)
  integer :: i, f
  do i = 1, n
    do f = 1, 7
      r(f, i) = f*q(f, i)
    end do
  end do
end subroutine fields

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.join_inames(knl, ["i", "f"], new_iname="p")
! knl = lp.split_iname(knl, "p", 32, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
