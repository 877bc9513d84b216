! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c | FileCheck %s
! CHECK: check: reverse: opencl: ok
! CHECK: check: reverse: c: ok
subroutine reverse(a, b)
  implicit none
  real(RK), intent(in) :: a(16)
  real(RK), intent(out) :: b(16)
  real(RK) :: t(16)
  integer :: i, j
  do i = 1, 16
    t(i) = 2*a(i)
  end do
  do j = 1, 16
    b(j) = t(17 - j)
  end do
end subroutine reverse

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_inames(knl, "i:l.0, j:l.0")
! knl = lp.set_temporary_address_space(knl, "t", "local")
! knl = lp.add_barrier(knl, "writes:t", "reads:t", synchronization_kind="local")
! RESULT = knl
!$loopy end
