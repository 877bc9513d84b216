! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=10 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=33 | FileCheck %s
! The axis is padded: 7 fields in 2 blocks of 4. Its iname is split, too.
! CHECK: check: fields: opencl: ok
! CHECK: check: fields: c: ok
subroutine fields(n, q, r)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: q(n, 7)
  real(RK), intent(inout) :: r(n, 7)
  integer :: i, f
  do i = 1, n
    do f = 1, 7
      r(i, f) = r(i, f) + f*q(i, f)
    end do
  end do
end subroutine fields

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_array_dim(knl, ("r", 1), 4)
! knl = lp.tag_inames(knl, "i:g.0, f_inner:l.0")
! RESULT = knl
!$loopy end
