! An iname in a prefetch pattern that was split, renamed or joined since stands
! for what it has become.
! REQUIRES: gfortran
! RUN: %loopyc %s --set 'how="split"' --emit=ir -o - | FileCheck %s --check-prefix=SPLIT
! RUN: %loopyc %s --set 'how="split"' --target=c --check | FileCheck %s
! RUN: %loopyc %s --set 'how="twice"' --emit=ir -o - | FileCheck %s --check-prefix=TWICE
! RUN: %loopyc %s --set 'how="twice"' --target=c --check | FileCheck %s
! RUN: %loopyc %s --set 'how="joined"' --target=c --check | FileCheck %s
! RUN: %loopyc %s --set 'how="new"' --emit=ir -o - | FileCheck %s --check-prefix=NEW
! RUN: not %loopyc %s --set 'how="unknown"' -o %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! CHECK: check: gather: c: ok
! SPLIT: a_fetch[a_dim_1] = a[i_inner + 16*i_outer, a_dim_1]
! SPLIT: a_fetch[j]
! TWICE: a_fetch[a_dim_1] = a[4*i_mid + 16*i_outer + lane, a_dim_1]
! NEW: a_fetch[a_dim_1] = a[i, a_dim_1]
! UNKNOWN: error: {{.*}}unknown name 'q'
subroutine gather(n, a, x, c)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 8), x(8)
  real(8), intent(inout) :: c(n)
  integer :: i, j
  do i = 1, n
    do j = 1, 8
      c(i) = c(i) + a(i, j)*x(j)
    end do
  end do
end subroutine gather
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! pattern = "a[i, :]"
! if how == "split":
!     k = lp.split_iname(k, "i", 16, outer_tag="g.0", inner_tag="l.0")
! if how == "twice":
!     k = lp.split_iname(k, "i", 16, outer_tag="g.0")
!     k = lp.split_iname(k, "i_inner", 4, outer_iname="i_mid", inner_iname="lane0")
!     k = lp.rename_iname(k, "lane0", "lane")
! if how == "joined":
!     k = lp.assume(k, "n >= 1")
!     k = lp.join_inames(k, "i, j", "ij")
!     pattern = "a[I, j]"
! if how == "new":
!     k = lp.rename_iname(k, "i", "i0")
!     k = lp.rename_iname(k, "i0", "i")
! if how == "unknown":
!     pattern = "a[q, :]"
! RESULT = lp.add_prefetch(k, pattern, "" if how == "joined" else "j", default_tag=None, temporary_address_space="private")
!$loopy end
