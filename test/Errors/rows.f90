! Ranges that the kernel reads, on axes: what is none says what to do instead.
! RUN: not %loopyc %s --set SCRIPT=whole --emit=device -o - 2>&1 | FileCheck %s --check-prefix=WHOLE
! WHOLE: rows.f90:[[# @LINE + 13]]:1: error: iname 'k' of kernel 'total' is tagged l.0, but its range has no constant bound; split the iname and tag the inner one
! RUN: not %loopyc %s --set SCRIPT=groups --emit=device -o - 2>&1 | FileCheck %s --check-prefix=GROUPS
! GROUPS: rows.f90:[[# @LINE + 11]]:1: error: the range of iname 'k' of kernel 'total', which is tagged g.0, must be known to the host, but has no end in terms of the arguments by value; leave it sequential, and let the work-items of a group share it: split_iname(knl, "k", 32, inner_tag="l.0"), or bound it (assume)
! RUN: not %loopyc %s --set SCRIPT=outer --emit=device -o - 2>&1 | FileCheck %s --check-prefix=OUTER
! OUTER: rows.f90:[[# @LINE + 9]]:1: error: the range of iname 'k_outer' of kernel 'total', which is tagged g.0, must be known to the host
! A sum in a loop whose range each row says; a last value; what elements of the
! same row, or of any, pass on.
! RUN: not %loopyc %s --set SCRIPT=blocks --emit=device -o - 2>&1 | FileCheck %s --check-prefix=BLOCKS
! BLOCKS: error: kernel 'blocks': a barrier would be needed inside the loop over 'b', whose bounds the kernel computes, so that not all work-items may reach it: {{.*}} keep the dependence inside one work-item
! RUN: not %loopyc %s --set SCRIPT=last --emit=device -o - 2>&1 | FileCheck %s --check-prefix=LAST
! LAST: error: kernel 'last': write race between work-items (lid(0)): the output dependence on 'y'
! RUN: not %loopyc %s --set SCRIPT=next --emit=device -o - 2>&1 | FileCheck %s --check-prefix=NEXT
! NEXT: error: kernel 'next': a dependence crosses work-groups (gid(0)), which nothing synchronises: the flow dependence on 'y' from writing {{.*}} ('y_0') to reading {{.*}} ('y_0')
subroutine total(n, nnz, rp, a, s)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(8), intent(in) :: a(nnz)
  real(8), intent(inout) :: s
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      s = s + a(k)
    end do
  end do
end subroutine

subroutine blocks(n, nb, rp, a, y)
  integer, intent(in) :: n, nb, rp(n + 1)
  real(8), intent(in) :: a(16, nb)
  real(8), intent(inout) :: y(n)
  integer :: i, b, c
  real(8) :: s
  do i = 1, n
    do b = rp(i), rp(i + 1) - 1
      s = 0
      do c = 1, 16
        s = s + a(c, b)
      end do
      y(i) = y(i) + s*s
    end do
  end do
end subroutine

subroutine last(n, nnz, rp, a, y)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(8), intent(in) :: a(nnz)
  real(8), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      y(i) = a(k)
    end do
  end do
end subroutine

subroutine next(n, nnz, rp, a, y)
  integer, intent(in) :: n, nnz, rp(n + 1)
  real(8), intent(in) :: a(nnz)
  real(8), intent(inout) :: y(0:nnz)
  integer :: i, k
  do i = 1, n
    do k = rp(i), rp(i + 1) - 1
      y(k) = y(k - 1)*a(k)
    end do
  end do
end subroutine

!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! def lanes(knl):
!     knl = lp.tag_inames(knl, "i:g.0")
!     return lp.split_iname(knl, "k", 8, inner_tag="l.0")
! if SCRIPT == "whole":
!     RESULT = lp.tag_inames(unit["total"], "k:l.0")
! if SCRIPT == "groups":
!     RESULT = lp.tag_inames(unit["total"], "k:g.0")
! if SCRIPT == "outer":
!     RESULT = lp.split_iname(unit["total"], "k", 8, outer_tag="g.0", inner_tag="l.0")
! if SCRIPT == "blocks":
!     RESULT = lp.tag_inames(unit["blocks"], "i:g.0, c:l.0")
! if SCRIPT == "last":
!     RESULT = lanes(unit["last"])
! if SCRIPT == "next":
!     RESULT = lanes(lp.assert_map(unit["next"], "rp", increasing=True))
!$loopy end
