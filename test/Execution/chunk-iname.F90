! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=2 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=101 | FileCheck %s
! CHECK: check: scale: opencl: ok
! CHECK: check: scale: c: ok
subroutine scale(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 3*a(i)
  end do
end subroutine scale

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.chunk_iname(knl, "i", 6, outer_tag="g.0")
! RESULT = knl
!$loopy end
