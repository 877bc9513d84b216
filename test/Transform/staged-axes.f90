! Axes of a temporary that precompute makes have the names of its inames; they
! are tagged, split and padded like those of arguments.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
! RUN: %loopyc %s --set PADDED=1 --emit=ir -o - | FileCheck %s --check-prefix=PADDED
! RUN: %loopyc %s --set PADDED=1 --check --target=opencl,c --param n=3 | FileCheck %s --check-prefix=SAME
! RUN: %loopyc %s --check --target=opencl,c --param n=3 | FileCheck %s --check-prefix=SAME
! REQUIRES: gfortran, opencl
! SAME: check: s: opencl: ok
! SAME: check: s: c: ok
subroutine s(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(8, 8, n)
  real, intent(inout) :: b(8, 8, n)
  integer :: i, j, k, e
  do e = 1, n
    do j = 1, 8
      do i = 1, 8
        do k = 1, 8
          b(i, j, e) = b(i, j, e) + sin(a(k, j, e))*i
        end do
      end do
    end do
  end do
end subroutine s
! CHECK: t: {{.*}} shape: (2, 4, 8), dim_tags: (vec, N1:stride:8, N0:stride:1), dim_names: (kk_inner, kk_outer, jj) aspace: local
! PADDED: u: {{.*}} shape: (8, 8), dim_tags: (N1:align:40:stride:10, N0:stride:1), dim_names: (jj, kk) aspace: private

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.tag_inames(knl, "e:g.0,i:l.0")
! knl = lp.extract_subst(knl, "f", "sin(a[x, y, e])", parameters="x,y")
! if "PADDED" in globals():
!     knl = lp.precompute(knl, "f", "j,k", precompute_inames="jj,kk",
!                         storage_axes="y,x", temporary_name="u", default_tag=None)
!     knl = lp.tag_data_axes(knl, "u", "N1,N0")
!     knl = lp.set_temporary_scope(knl, "u", lp.temp_var_scope.PRIVATE)
!     knl = lp.add_padding(knl, "u", "jj", 40)
!     assert knl.temporary_variables["u"].shape == (8, 8)
!     assert knl.temporary_variables["u"].dim_tags == ("N1:align:40", "N0")
! else:
!     knl = lp.precompute(knl, "f", "j,k", precompute_inames="kk,jj",
!                         temporary_name="t")
!     assert knl.temporary_variables["t"].dim_names == ("kk", "jj")
!     knl = lp.split_array_axis(knl, ("t", "kk"), 2, "F")
!     knl = lp.tag_data_axes(knl, "t", {"kk_inner": "vec", "jj": "N1", "kk_outer": "N0"})
!     knl = lp.tag_data_axes(knl, "t", "vec,N0,N1")
!     knl = lp.tag_data_axes(knl, "t", {0: "vec", "jj": "N0", 1: "N1"})
!     knl = lp.set_temporary_scope(knl, "t", "local")
! RESULT = knl
!$loopy end
