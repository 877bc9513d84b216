! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c | FileCheck %s
! Chunks of a known length, some longer by one.
! CHECK: check: scale: opencl: ok
! CHECK: check: scale: c: ok
subroutine scale(a, b)
  implicit none
  real(RK), intent(in) :: a(29)
  real(RK), intent(out) :: b(29)
  integer :: i
  do i = 1, 29
    b(i) = 3*a(i)
  end do
end subroutine scale

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.chunk_iname(knl, "i", 6, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
