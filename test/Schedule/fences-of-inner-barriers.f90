! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s
! A barrier in a loop serves what was written before the loop, too, so it orders
! that memory as well: work-items exchange `v`, in local memory, and `a`, in
! global memory, at the same barrier.
subroutine exchanged(m, a, b, o)
  implicit none
  integer, intent(in) :: m
  real(8), intent(in) :: b(8)
  real(8), intent(inout) :: a(8), o(8)
  real(8) :: v(8)
  integer :: i, t
  do i = 1, 8
    v(i) = 2*b(i)
  end do
  do t = 1, m
    do i = 1, 8
      a(i) = 0.5d0*a(i) + t
    end do
    do i = 1, 8
      o(i) = o(i) + v(9-i) + a(9-i)
    end do
  end do
end subroutine exchanged
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.set_temporary_address_space(k, "v", "local")
! RESULT = lp.tag_inames(k, {"i": "l.0", "i_1": "l.0", "i_2": "l.0"})
!$loopy end
! CHECK: v[lid(0)] =
! CHECK-NOT: barrier(
! CHECK: a[lid(0)] =
! CHECK: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
! CHECK: o[lid(0)] =
! CHECK: barrier(CLK_GLOBAL_MEM_FENCE);
