! What iterations have in common stays: the first one's values are loaded in front
! of the loop, and one for each iteration in it. Unrolled by the window's length,
! all slots are constant, and the window lies in registers.
! RUN: %loopyc %s --target=cuda -o %t
! RUN: FileCheck %s < %t.cu
! RUN: %loopyc %s --set PLANE=1 --target=opencl -o %t.plane
! RUN: FileCheck %s --check-prefix=PLANE < %t.plane.cl
! RUN: %loopyc %s --set AHEAD=1 --target=cuda -o %t.ahead
! RUN: FileCheck %s --check-prefix=AHEAD < %t.ahead.cu
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --set CASE=errors -fsyntax-only
! RUN: not %loopyc %s --set CASE=written -o %t.written 2>&1 | FileCheck %s --check-prefix=WRITTEN
! RUN: not ls %t.written.cu

! IR: column_0: {{.*}}shape: (5){{.*}}for each of: (k_outer, k_inner, j, i_outer, i_inner)
! IR: { [z = 4] }
! IR: { [k_inner_first = 0] }
! IR: { [z_first] : 0 <= z_first <= 3 }
! IR: z: unr
! IR: column_0[(k_inner_first + z_first) % 5] = u[i_inner + 32*i_outer, j, k_inner_first + 20*k_outer + z_first]
! IR: column_0[(k_inner_inner + z) % 5] = u[{{.*}}]
! IR: column_0[k_inner_inner % 5]

! CHECK: float column_0[5];
! CHECK: column_0[0] = u[
! CHECK: column_0[1] = u[
! CHECK: column_0[2] = u[
! CHECK: column_0[3] = u[
! CHECK-NOT: = u[
! CHECK: for (int k_inner_outer
! CHECK: column_0[4] = u[
! CHECK-NOT: u[
! CHECK: column_0[4]
! CHECK: column_0[0] = u[
! CHECK: column_0[1] = u[
! CHECK: column_0[2] = u[
! CHECK: column_0[3] = u[
! CHECK-NOT: = u[
! CHECK: } else {

! Five elements in local memory for each work-item, of which an iteration loads
! one, and nobody else reads them.
! PLANE: __local {{.*}}float u_fetch[80];
! PLANE: for (int k =
! PLANE-NOT: barrier(
! PLANE: u_fetch[{{.*}}(k + 4) % 5
! PLANE-NOT: = u[
! PLANE: v[{{.*}}u_fetch[{{.*}}k % 5
! PLANE-NOT: barrier(
! PLANE: {{^}$}}

! One iteration ahead: five elements in front of the loop, six slots, and a load
! of what the next iteration lacks before the use, if there is a next one.
! AHEAD: float column_0[6];
! AHEAD: column_0[0] = u[
! AHEAD: column_0[1] = u[
! AHEAD: column_0[2] = u[
! AHEAD: column_0[3] = u[
! AHEAD: column_0[4] = u[
! AHEAD-NOT: = u[
! AHEAD: for (int k_inner_outer
! AHEAD: column_0[5] = u[
! AHEAD: column_0[0] + column_0[1] - 4.0f * column_0[2] + column_0[3] + column_0[4];
! AHEAD: column_0[0] = u[
! AHEAD: column_0[1] + column_0[2] - 4.0f * column_0[3] + column_0[4] + column_0[5];

! WRITTEN: error: add_prefetch: kernel 'running': {{.*}}depends on x[{{.*}}], which 'x_0' overwrites in between
subroutine smooth(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: u(n, m, l)
  real, intent(out) :: v(n, m, l)
  integer :: i, j, k
  do k = 3, l - 2
    do j = 1, m
      do i = 1, n
        v(i, j, k) = u(i, j, k-2) + u(i, j, k-1) - 4*u(i, j, k) + u(i, j, k+1) + u(i, j, k+2)
      end do
    end do
  end do
end subroutine

! What would stay is overwritten by the iteration before.
subroutine running(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n), y(n)
  integer :: k
  do k = 2, n - 1
    x(k) = x(k - 1) + y(k)*x(k + 1)
  end do
end subroutine

subroutine several(n, x, ix, y)
  implicit none
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: x(3*n, 3*n)
  real, intent(inout) :: y(n)
  integer :: k, s
  do k = 2, n - 1
    y(k) = y(k) + x(k, 1) + x(k + 2, 1)
  end do
  do k = 2, n - 1
    y(k) = y(k) + x(k, k) + x(k + 1, k)
  end do
  do k = 2, n - 1
    y(k) = y(k) + x(k, k) + x(k + 1, k + 1)
  end do
  do k = 2, n - 1
    y(k) = y(k) + x(3*k, 1) + x(3*k + 1, 1)
  end do
  do k = 2, n - 1
    do s = 1, k
      y(k) = y(k) + x(k + s, 1)
    end do
  end do
end subroutine
!$loopy begin
! case = globals().get("CASE")
! smooth, running, several = lp.parse_fortran(SOURCE, FILENAME)
! def refused(message, knl, *args, **kwargs):
!     try:
!         lp.add_prefetch(knl, *args, **kwargs)
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, message
! if case == "errors":
!     knl = lp.tag_inames(smooth, "i:l.0, j:g.0")
!     both = lp.split_iname(knl, "k", 4)
!     refused("along 'k_inner' cannot be computed ahead along 'k_outer' (lookahead_iname), only along the same loop", both, "u", rolling="k_inner", lookahead=1, lookahead_iname="k_outer")
!     refused("lookahead is 8, but must be a number of iterations from 1 to 7", knl, "u", rolling="k", lookahead=8)
!     refused("has no iname 'z'", knl, "u", rolling="z")
!     refused("the values are not computed anew in each iteration of 'k' (rolling)", knl, "u", ["k"], rolling="k")
!     refused("'i' (rolling) is tagged 'l.0', but iterations must follow each other to pass values on", knl, "u", rolling="i")
!     two = lp.assume(several, "n >= 5")
!     refused("uses values from the middle of the rolling window that the iteration before it has not", two, "x", within="id:y_0", rolling="k")
!     refused("the values depend on 'k_1' otherwise than by their place along one axis", two, "x", within="id:y_1", rolling="k_1")
!     refused("must move along one axis from iteration to iteration of 'k_2', but they do along 2", two, "x", within="id:y_2", rolling="k_2")
!     refused("(2 values, moved by 3), so there is nothing that a rolling window could keep", two, "x", within="id:y_3", rolling="k_3")
!     refused("must have a constant length", two, "x", "s", within="id:y_4", rolling="k_4")
! if case == "written":
!     RESULT = lp.add_prefetch(running, "x", rolling="k", fetch_bounding_box=True, default_tag=None)
! elif globals().get("PLANE"):
!     knl = lp.split_iname(smooth, "i", 16, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.tag_inames(knl, "j:g.1")
!     RESULT = lp.add_prefetch(knl, "u", ["i_inner"], rolling="k", temporary_address_space="local")
! else:
!     knl = lp.extract_subst(smooth, "column", "u[i, j, z]", "z")
!     knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.tag_inames(knl, "j:g.1")
!     knl = lp.split_iname(knl, "k", 20, outer_tag="g.2")
!     ahead = int(globals().get("AHEAD", 0))
!     knl = lp.precompute(knl, "column", rolling="k_inner", lookahead=ahead, default_tag=None)
!     RESULT = lp.split_iname(knl, "k_inner", 5 + ahead, inner_tag="unr")
!$loopy end
