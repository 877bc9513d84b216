! What -Wserial proposes for loops that all carry something: wavefronts.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -Werror --check --target=opencl,c --param n=19 --param m=301 --param nt=3 | FileCheck %s
! RUN: %loopyc %s -Werror --check --target=opencl,c --param n=3 --param m=4 --param nt=2 | FileCheck %s
! CHECK: check: relax: opencl: ok
! CHECK: check: relax: c: ok
subroutine relax(n, m, nt, u)
  implicit none
  integer, intent(in) :: n, m, nt
  real(8), intent(inout) :: u(n, m)
  integer :: i, j, it
  do it = 1, nt
    do j = 2, m - 1
      do i = 2, n - 1
        u(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
      end do
    end do
  end do
end subroutine relax
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.affine_map_inames(knl, "i", "t", "t = i + j + 2*it")
! knl = lp.prioritize_loops(knl, "t,it,j")
! knl = lp.split_iname(knl, "j", 128, outer_tag="g.0", inner_tag="l.0")
! knl = lp.tag_inames(knl, "it:g.1")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
