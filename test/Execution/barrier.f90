! Writing a(i) for i = 1..16 and reading a(j) for j = 0..15, both loops on l.0:
! one barrier, and the right result.
!
! RUN: %loopyc %s -o - --emit=device | FileCheck %s --check-prefix=CODE
! CODE-COUNT-1: barrier(CLK_GLOBAL_MEM_FENCE)
! CODE-NOT: barrier(
! RUN: %loopyc %s --target=opencl,c --check | FileCheck %s
! CHECK: check: shift: opencl: ok
! CHECK: check: shift: c: ok
! REQUIRES: gfortran, opencl
subroutine shift(a, b, x)
  implicit none
  real, intent(inout) :: a(0:16)
  real, intent(out) :: b(0:15)
  real, intent(in) :: x(16)
  integer :: i, j
  do i = 1, 16
    a(i) = 2*x(i)
  end do
  do j = 0, 15
    b(j) = a(j)
  end do
end subroutine shift

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.tag_inames(knl, {"i": "l.0", "j": "l.0"})
!$loopy end
