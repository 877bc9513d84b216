! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=17 --param m=9 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=2 --param m=31 | FileCheck %s
! A wavefront: after skewing, the iterations of one diagonal are independent.
! CHECK: check: wavefront: opencl: ok
! CHECK: check: wavefront: c: ok
subroutine wavefront(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(0:n, 0:m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      a(i, j) = (a(i-1, j) + a(i, j-1) + a(i, j))/3
    end do
  end do
end subroutine wavefront

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.affine_map_inames(knl, ["i", "j"], ["d", "p"], ["d = i + j", "p = j"])
! knl = lp.prioritize_loops(knl, "d,p")
! RESULT = knl
!$loopy end
