! A time-stepping stencil: refused across work-groups, with both accesses
! named; one barrier a step within a work-group.
! RUN: echo 'k, = lp.parse_fortran(SOURCE, FILENAME)' > %t.g.py
! RUN: echo 'RESULT = lp.split_iname(k, "x", 16, outer_tag="g.0", inner_tag="l.0")' >> %t.g.py
! RUN: not %loopyc %s --transform=%t.g.py -o %t 2>&1 | FileCheck %s --check-prefix=GROUPS
! RUN: echo 'k, = lp.parse_fortran(SOURCE, FILENAME)' > %t.l.py
! RUN: echo 'RESULT = lp.tag_inames(k, "x:l.0")' >> %t.l.py
! RUN: %loopyc %s --transform=%t.l.py --emit=device -o - | FileCheck %s --check-prefix=ITEMS
! GROUPS: time-stepping.f90:[[#@LINE+14]]:7: error: kernel 'wave': a dependence crosses work-groups (gid(0))
! GROUPS-SAME: writing u[x_inner + 16*x_outer + 1, t + 2]
! GROUPS-SAME: reading u[
! GROUPS-SAME: for example from (t = 0
! ITEMS: for (int t
! ITEMS: u[
! ITEMS: barrier(CLK_GLOBAL_MEM_FENCE);
! ITEMS-NOT: barrier
subroutine wave(nt, u)
  integer, intent(in) :: nt
  real, intent(inout) :: u(0:65, nt+2)
  integer :: x, t
  do t = 1, nt
    do x = 1, 64
      u(x,t+2) = u(x-1,t+1) + u(x+1,t+1) + 0.5*u(x,t+1) - u(x,t)
    end do
  end do
end subroutine
