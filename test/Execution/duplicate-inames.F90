! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=13 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=64 | FileCheck %s
! One nest becomes two, and each is parallel along another axis.
! CHECK: check: twosteps: opencl: ok
! CHECK: check: twosteps: c: ok
subroutine twosteps(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, n)
  real(RK), intent(out) :: b(n, n), c(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      b(j, i) = 2*a(j, i)
      c(i, j) = a(j, i) + 1
    end do
  end do
end subroutine twosteps

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.duplicate_inames(knl, "i,j", "writes:c", suffix="_c")
! RESULT = knl
!$loopy end
