! An axis tagged sep gives one argument for each index, and wants constant
! indices.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set INNER=unr --emit=device -o - | FileCheck %s --check-prefix=SEP
! SEP: __global float *r_s0, __global float *r_s1
! SEP: r_s3[10 * gid(0) + lid(0)] = r_s3[10 * gid(0) + lid(0)] + s * w[lid(0)] *
! RUN: %loopyc %s --set INNER=unr --check --target=opencl,c | FileCheck %s --check-prefix=OK
! OK: opencl: ok
! OK: c: ok
! RUN: not %loopyc %s --set INNER=for -o - 2>&1 | FileCheck %s --check-prefix=ERR
! ERR: error: axis 1 of array 'r' is tagged sep, which wants constant indices, but it is indexed with f_inner; tag the inames in it unr
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
!     t = lp.tag_array_axes(t, name, "N0,sep,N1,N2")
! t = lp.tag_inames(t, "e:g.0,i:l.0")
! t = lp.split_iname(t, "f", 4, inner_tag=INNER, outer_tag="unr")
! RESULT = t
!$loopy end
