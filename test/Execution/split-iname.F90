! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=128 | FileCheck %s
! A triangular nest, split in both loops with sizes that do not divide.
! CHECK: check: triangle: opencl: ok
! CHECK: check: triangle: c: ok
subroutine triangle(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, i
      b(j, i) = b(j, i) + a(i)*a(j)
    end do
  end do
end subroutine triangle

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 5, slabs=(0, 1))
! RESULT = knl
!$loopy end
