! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=10 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=33 | FileCheck %s
! The size is a literal, and so is the factor, in its declared precision.
! CHECK: check: scale: opencl: ok
! CHECK: check: scale: c: ok
subroutine scale(n, m, alpha, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: alpha, a(n, m)
  real(RK), intent(out) :: b(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      b(i, j) = alpha*a(i, j)
    end do
  end do
end subroutine scale

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.fix_parameters(knl, m=6, alpha=1.4)
! knl = lp.assume(knl, "n >= 1")
! knl = lp.tag_inames(knl, "i:g.0, j:l.0")
! RESULT = knl
!$loopy end
