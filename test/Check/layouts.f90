! Arrays in other layouts: short vectors (three lanes occupy four), separate
! arrays, a split axis with padding.
! REQUIRES: gfortran, opencl
! RUN: %loopyc --check --target=opencl,c %s | FileCheck %s
! CHECK: check: lay: opencl: ok
! CHECK: check: lay: c: ok
! RUN: %loopyc --check --target=opencl,c --param n=0 %s | FileCheck %s --check-prefix=EMPTY
! RUN: %loopyc --check --target=opencl,c --param n=-2 %s | FileCheck %s --check-prefix=EMPTY
! EMPTY: check: lay: opencl: ok: all written arrays are empty
subroutine lay(n, u, v, w)
  integer, intent(in) :: n
  real, intent(in) :: u(3, n)
  real, intent(inout) :: v(n, 0:2)
  real, intent(out) :: w(n, n)
  integer :: i, j
  do i = 1, n
    do j = 0, 2
      v(i, j) = v(i,j) + u(j+1, i)
    end do
  end do
  do i = 1, n
    do j = 1, n
      w(i, j) = u(1, i) * v(j, 2)
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_array_axes(knl, "u", "vec,N0")
! knl = lp.tag_inames(knl, {"j": "unr"})
! knl = lp.tag_array_axes(knl, "v", "N0,sep")
! knl = lp.split_array_dim(knl, ("w", 0), 4)
! RESULT = knl
!$loopy end
