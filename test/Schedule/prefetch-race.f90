! The write race that seed 004 describes ("Write races"): rows of the tile are
! fetched for one iname only, but the work-items along the other share the
! memory. Found at scheduling, when it is known who runs what.
! RUN: not %loopyc %s --set SWEEP=i_inner --emit=device -o - 2>&1 | FileCheck %s
! RUN: %loopyc %s --set SWEEP=i_inner,j_inner --emit=device -o - | FileCheck %s --check-prefix=BOTH
! RUN: %loopyc %s --set SWEEP=i_inner --set GROUPS=True --emit=device -o - | FileCheck %s --check-prefix=GROUPS
subroutine cross(n, u, v)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: u(n, n)
  real, intent(out) :: v(n, n)
  integer :: i, j
  do j = 1, n
    do i = 2, n - 1
! CHECK: prefetch-race.f90:[[#@LINE+1]]:{{.*}}: error: kernel 'cross': write race: 'u_fetch_rule' writes 'u_fetch' in local memory, which the work-items of iname 'j_inner' (lid(1)) share, though each has a value of its own; do you need to add an extra iname, 'j_inner', to the sweep inames of your prefetch?
      v(i, j) = u(i - 1, j) + u(i + 1, j)
    end do
  end do
end subroutine cross
! BOTH: __local float u_fetch[288];
! BOTH: barrier(
! Groups have memory of their own.
! GROUPS: __local float u_fetch[18];
! GROUPS: barrier(

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, inner_tag="l.0", outer_tag="g.0")
! if globals().get("GROUPS"):
!     knl = lp.tag_inames(knl, "j:g.1")
! else:
!     knl = lp.split_iname(knl, "j", 16, inner_tag="l.1", outer_tag="g.1")
! RESULT = lp.add_prefetch(knl, "u", SWEEP)
!$loopy end
