! Where one thread runs all work-items, a value that each has a copy of is used
! only inside the loops over them: the bound of a loop behind a barrier, too.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
! CHECK: for (int lid_0 = 0; lid_0 < 8; ++lid_0) {
! CHECK: j_hi[lid_0] = ia[k];
! CHECK: }
! CHECK-NOT: if (j_hi
! CHECK: lid_0 = 0;
! CHECK: for (int j = 0; j < j_hi[lid_0]; ++j)
! RUN: %loopyc %s --target=c,opencl --check --init 'ia=i0-1' --param n=3 | FileCheck %s --check-prefix=OK
! OK: check: counted: c: ok
! OK: check: counted: opencl: ok
subroutine counted(n, a, b, ia)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(8)
  real(8), intent(inout) :: b(n, 4)
  integer, intent(in) :: ia(4)
  integer :: i, j, k
  do i = 1, 8
    a(i) = 2*i
  end do
  do k = 1, 4
    do j = 1, ia(k)
      b(j, k) = 2
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.add_barrier(k, "id:j_hi_0", "id:b_0", synchronization_kind="local")
! RESULT = lp.tag_inames(k, "i:l.0")
!$loopy end
