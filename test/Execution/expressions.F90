! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=13 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=4 | FileCheck %s
! Folded constants and simplified subscripts, of both signs.
! CHECK: check: flux: opencl: ok
! CHECK: check: flux: c: ok
subroutine flux(n, gamma, r, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: gamma, r
  real(RK), intent(inout) :: a(4*n, 8), b(-n:n, 8)
  integer :: i, j
  do i = 1, n
    do j = 0, 7
      a(4*i - 3 + modulo(j/2, 4), 1 + mod(j + 8*i, 8)) = (gamma - 1)/r* &
          b((4*i + 3)/4, (j + 4)/4) + sqrt(r)*max(gamma, r)
    end do
  end do
  do i = -n, n
    do j = -8, -1
      b(i/2, -j) = b(modulo(i, n) - mod(i, 3), 8 + (j - 3)/4) + gamma*r*i
      if (gamma < r) b(i, -j) = 2*b(i, -j)
    end do
  end do
end subroutine flux

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.fix_parameters(knl, gamma=1.4, r=3.5)
! knl = lp.fold_constants(knl)
! RESULT = lp.simplify_indices(knl)
!$loopy end
