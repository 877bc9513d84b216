! Components of short vectors are updated one by one, through pointers to them.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set INNER=unr --check --target=opencl,c --param n=103 --param m=3 | FileCheck %s
! RUN: %unoptimised %loopyc %s --set INNER=ilp --check --target=opencl,c --param n=16 --param m=1 | FileCheck %s
! RUN: %loopyc %s --set INNER=vec --check --target=opencl,c --param n=103 --param m=3 | FileCheck %s
! CHECK: check: bins: opencl: ok
! CHECK: check: bins: c: ok
! RUN: %loopyc %s --set INNER=vec --target=opencl,c -o %t
! RUN: FileCheck %s --check-prefix=CL < %t.cl
! RUN: FileCheck %s --check-prefix=C < %t.c
! CL: atomic_add_f32(&((__global float *) &h[ix[16 * gid(0) + lid(0)] - 1])[3],
! C: for (int gid_0
! C-NOT: omp simd
subroutine bins(n, m, ix, w, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real, intent(in) :: w(n, 4)
  real, intent(inout) :: h(m, 4)
  integer :: i, c
  do i = 1, n
    do c = 1, 4
      h(ix(i), c) = h(ix(i), c) + w(i, c)
    end do
  end do
end subroutine bins
!$loopy begin
! knl = lp.parse_fortran(SOURCE, FILENAME)["bins"]
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.tag_array_axes(knl, "h", "N0,vec")
! knl = lp.make_atomic(knl, "h")
! RESULT = lp.tag_inames(knl, {"c": INNER})
!$loopy end
