! A loop tagged vec over an axis tagged vec is one operation on short vectors;
! anything else goes component by component, and gives the same.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set INNER=vec --emit=device -o - | FileCheck %s --check-prefix=VEC
! VEC: __global const float4 *restrict q
! VEC: r[10 * gid(0) + lid(0)] = r[10 * gid(0) + lid(0)] + s * w[lid(0)] * q[10 * gid(0) + lid(0)];
! VEC: r[10 * gid(0) + lid(0)].s0 = r[10 * gid(0) + lid(0)].s2 * 2.0f;
! RUN: %loopyc %s --set INNER=vec --target=cuda --emit=device -o - | FileCheck %s --check-prefix=CUDA
! CUDA: struct __align__(16) loopyc_floatx4 {
! CUDA: r[10 * gid(0) + lid(0)] = r[10 * gid(0) + lid(0)] + s * w[lid(0)] * q[10 * gid(0) + lid(0)];
! CUDA: r[10 * gid(0) + lid(0)].x = r[10 * gid(0) + lid(0)].z * 2.0f;
! RUN: %loopyc %s --set INNER=vec --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! C: #pragma omp simd
! C-NEXT: for (int f_inner = 0; f_inner < 4; ++f_inner) {
! RUN: %loopyc %s --set INNER=vec --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set INNER=unr --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set INNER=for --check --target=opencl,c | FileCheck %s --check-prefix=OK
! OK: opencl: ok
! OK: c: ok
subroutine upd(ne, nq, q, r, w, s)
  implicit none
  integer, intent(in) :: ne, nq
  real, intent(in) :: q(nq, 8, ne), w(nq), s
  real, intent(inout) :: r(nq, 8, ne)
  integer :: e, f, i
  do e = 1, ne
    do i = 1, nq
      do f = 1, 8
        r(i,f,e) = r(i,f,e) + s*w(i)*q(i,f,e)
      end do
      r(i,1,e) = r(i,3,e)*2.0
    end do
  end do
end subroutine
!$loopy begin
! t, = lp.parse_fortran(SOURCE, FILENAME)
! t = lp.fix_parameters(t, nq=5)
! for name in ["q", "r"]:
!     t = lp.set_array_axis_names(t, name, "i,field,e")
!     t = lp.split_array_axis(t, (name, 1, "F"), 4)
!     t = lp.tag_array_axes(t, name, "N0,vec,N1,N2")
! t = lp.tag_inames(t, "e:g.0,i:l.0")
! t = lp.split_iname(t, "f", 4, inner_tag=INNER, outer_tag="unr")
! RESULT = t
!$loopy end
