! Rows that are copied while work-items go on set out before statements that do
! not need them, behind the barrier; what is computed in registers between
! barriers asks for no work-item's place.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=cuda --print-after=early-copies -o %t/x 2>&1 | FileCheck %s --check-prefix=TREE
! RUN: FileCheck %s < %t/x.cu
! RUN: %if nvcc %{ nvcc -arch=sm_80 -Werror all-warnings -I %t -ptx %t/x.cu -o %t/80.ptx %}
! RUN: %loopyc %s --target=opencl -o %t/y
! RUN: FileCheck %s --check-prefix=ATONCE < %t/y.cl
! TREE: after early-copies: leapfrog, cuda
! CHECK: for (int k = 0;
! CHECK-NOT: s[0] = {{.*}}u_fetch
! CHECK: copy_rows_ahead_float(v_fetch
! CHECK-NOT: lid(0) + {{[0-9]+}} <
! Four rows further, a row begins as far from 16 bytes.
! CHECK: s[0] = 2.0f * u_fetch[((u_fetch_shift >> 2 * (k % 4)) & 3) + lid(0) + 144 * lid(1) +
! CHECK: s[1] = 2.0f * u_fetch[(((u_fetch_shift >> 2 * (k % 4)) + n) & 3) + lid(0) +
! CHECK-NOT: copy_rows
! CHECK: s[0] = {{.*}}v_fetch
! CHECK: if ({{.*}}lid(0)
! CHECK: v[
! Nothing goes on in OpenCL: rows come where they are asked for.
! ATONCE: for (int k = 0;
! ATONCE: s[0] = {{.*}}u_fetch
! ATONCE: copy_rows_float(v_fetch
! ATONCE: s[0] = {{.*}}v_fetch
subroutine leapfrog(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: u(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  real :: s
  do k = 1, l - 1
    do j = 1, m
      do i = 2, n
        s = 2*u(i, j, k) + u(i-1, j, k) + u(i, j, k+1)
        s = s - v(i, j, k)
        v(i, j, k) = s
      end do
    end do
  end do
end subroutine

!$loopy begin
! leapfrog, = lp.parse_fortran(SOURCE, FILENAME)
! leapfrog = lp.split_iname(leapfrog, "i", 32, outer_tag="g.0", inner_tag="l.0")
! leapfrog = lp.split_iname(leapfrog, "j", 8, outer_tag="g.1")
! leapfrog = lp.split_iname(leapfrog, "j_inner", 4, outer_tag="l.1", inner_tag="ilp")
! leapfrog = lp.add_prefetch(leapfrog, "u", ["i_inner", "j_inner_outer", "j_inner_inner"], rolling="k", lookahead=2, fetch_bounding_box=True)
! leapfrog = lp.add_prefetch(leapfrog, "v", ["i_inner", "j_inner_outer", "j_inner_inner"], lookahead=2)
! for array in ("u", "v"):
!     leapfrog = lp.copy_rows(leapfrog, array + "_fetch")
! RESULT = [lp.set_options(leapfrog, whole_tiles=False)]
!$loopy end
