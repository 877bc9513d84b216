! Wavefronts of tiles, which share nothing: global barriers stand in the loop
! that the script puts around the others, not around a tile's rows.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --check --target=c --param n=23 --param m=17 -Wno-serial | FileCheck %s
! RUN: %loopyc %s -o %t --check --target=c --param n=1 --param m=5 -Wno-serial | FileCheck %s
! RUN: FileCheck %s --check-prefix=HOST < %t.c
! CHECK: check: sweep: c: ok
! CHECK: check: strips: c: ok
! HOST: int sweep_launch_c(
! HOST: for (int64_t t = 
! HOST-NOT: for (
! HOST: sweep_part_launch_c(
subroutine sweep(n, m, u)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, m)
  integer :: i, j
  do j = 2, m
    do i = 2, n
      u(i, j) = 0.3d0*(u(i - 1, j) + u(i, j - 1) + u(i, j))
    end do
  end do
end subroutine sweep

subroutine strips(n, m, u)
  implicit none
  integer, intent(in) :: n, m
  real(4), intent(inout) :: u(n, m)
  integer :: i, j
  do j = 2, m
    do i = 2, n
      u(i, j) = 0.5*(u(i - 1, j) + u(i, j - 1))
    end do
  end do
end subroutine strips
!$loopy begin
! sweep, strips = lp.parse_fortran(SOURCE, FILENAME)
! sweep = lp.split_iname(sweep, "i", 4)
! sweep = lp.split_iname(sweep, "j", 4)
! sweep = lp.affine_map_inames(sweep, "i_outer", "t", "t = i_outer + j_outer")
! sweep = lp.prioritize_loops(sweep, "t,j_outer,j_inner,i_inner")
! sweep = lp.tag_inames(sweep, {"j_outer": "g.0"})
! strips = lp.split_iname(strips, "j", 4)
! strips = lp.affine_map_inames(strips, "i", "t", "t = i + j_outer")
! strips = lp.prioritize_loops(strips, "t,j_outer,j_inner")
! strips = lp.tag_inames(strips, {"j_outer": "g.0"})
! RESULT = [lp.insert_global_barriers(k) for k in (sweep, strips)]
!$loopy end
