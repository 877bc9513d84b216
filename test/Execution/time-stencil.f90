! A stencil in time and space. Parallel over space across work-groups it is
! refused, with both accesses named; within one work-group it gets its barrier.
!
! RUN: not %loopyc %s --set WHERE=groups -o - 2>&1 | FileCheck %s --check-prefix=GROUPS
! GROUPS: time-stencil.f90:[[#@LINE+19]]:{{[0-9]+}}: error: kernel 'wave': a dependence crosses work-groups (gid(0)){{.*}} from writing u[{{.*}}] ('u_0') to reading u[{{.*}}] ('u_0')
! GROUPS-NOT: note:
!
! RUN: %loopyc %s --set WHERE=items -o - --emit=device | FileCheck %s --check-prefix=ITEMS
! ITEMS: for (int t
! ITEMS: barrier(CLK_GLOBAL_MEM_FENCE)
! ITEMS-NOT: barrier
!
! RUN: %loopyc %s --set WHERE=items --target=opencl,c --check | FileCheck %s
! CHECK: check: wave: opencl: ok
! CHECK: check: wave: c: ok
! REQUIRES: gfortran, opencl
subroutine wave(nt, u)
  implicit none
  integer, intent(in) :: nt
  real(8), intent(inout) :: u(0:65, 0:nt+1)
  integer :: x, t
  do t = 0, nt - 1
    do x = 1, 64
      u(x, t+2) = 0.25d0*(u(x-1, t+1) + u(x+1, t+1)) + 0.5d0*u(x, t+1) - 0.125d0*u(x, t)
    end do
  end do
end subroutine wave

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if WHERE == "groups":
!     knl = lp.split_iname(knl, "x", 16, outer_tag="g.0", inner_tag="l.0")
! else:
!     knl = lp.tag_inames(knl, {"x": "l.0"})
! RESULT = knl
!$loopy end
