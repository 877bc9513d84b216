! a is written by one work-item and read by its neighbour: one barrier, and
! oclgrind sees no race.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --emit=device -o - | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s --check-prefix=SAME
! CHECK: a[lid(0) + 1] =
! CHECK: barrier(CLK_GLOBAL_MEM_FENCE);
! CHECK: b[lid(0)] = a[lid(0)];
! CHECK-NOT: barrier
! SAME: check: shift: opencl: ok
! SAME: check: shift: c: ok
subroutine shift(a, b)
  real, intent(inout) :: a(0:16)
  real, intent(out) :: b(0:15)
  integer :: i, j
  do i = 1, 16
    a(i) = i*2.0
  end do
  do j = 0, 15
    b(j) = a(j)
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.tag_inames(k, "i:l.0,j:l.0")
!$loopy end
