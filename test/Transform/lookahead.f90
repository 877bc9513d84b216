! Values of an iteration are computed some iterations earlier, those of the first
! ones in front of the loop, each in its slot; one barrier an iteration suffices.
! RUN: %loopyc %s --target=opencl,cuda -o %t
! RUN: FileCheck %s --check-prefix=OPENCL < %t.cl
! RUN: FileCheck %s --check-prefix=CUDA < %t.cu
! RUN: %loopyc %s --set AHEAD=2 --target=cuda -o %t.two
! RUN: FileCheck %s --check-prefix=TWO < %t.two.cu
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s --set CASE=errors -fsyntax-only
! RUN: not %loopyc %s --set CASE=written -o %t.written 2>&1 | FileCheck %s --check-prefix=WRITTEN
! RUN: not ls %t.written.cl

! IR: x_fetch: {{.*}}shape: (16, 2)
! Nothing is fetched where the loop has no iteration.
! IR: [m] -> { [k_outer_first = 0] : m > 0 }
! IR: x_fetch[x_dim_0_first, k_outer_first % 2] = x[16*k_outer_first + x_dim_0_first]
! IR: x_fetch[x_dim_0, (k_outer + 1) % 2] = x[16*k_outer + x_dim_0 + 16]
! IR: s = s + x_fetch[k_inner, k_outer % 2]

! OPENCL: __local {{.*}}float x_fetch[32];
! OPENCL: x_fetch[lid(0)] = x[lid(0)];
! OPENCL: barrier(
! OPENCL-NEXT: for (int k_outer = 0;
! OPENCL-NOT: barrier(
! OPENCL: x_fetch[
! OPENCL-NOT: barrier(
! OPENCL: s = s + x_fetch[{{.*}}k_outer % 2
! OPENCL: barrier(
! OPENCL-NOT: barrier(
! OPENCL: {{^}$}}

! A copy goes on while the sums are made.
! CUDA: cp.async.ca.shared.global [%0], [%1], 4;
! CUDA: cp.async.wait_group 0;
! CUDA: copy_ahead(&x_fetch[lid(0)], &x[lid(0)]);
! CUDA: await_copies_0();
! CUDA-NEXT: __syncthreads();
! CUDA: for (int k_outer = 0;
! CUDA: copy_ahead(&x_fetch[
! CUDA-NOT: await
! CUDA: s = s + x_fetch[
! CUDA: await_copies_0();
! CUDA-NEXT: __syncthreads();

! Of two on their way, the older must be there.
! TWO: __shared__ {{.*}}float x_fetch[48];
! TWO: copy_ahead(&x_fetch[
! TWO: await_copies_0();
! TWO: for (int k_outer = 0;
! TWO: copy_ahead(&x_fetch[
! TWO: s = s + x_fetch[{{.*}}k_outer % 3
! TWO: await_copies_1();
! TWO-NEXT: __syncthreads();

! WRITTEN: error: add_prefetch: kernel 'running': {{.*}}depends on x[{{.*}}], which 'x_0' overwrites in between
subroutine sums(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: x(m)
  real, intent(out) :: y(n)
  integer :: i, k
  real :: s
  do i = 1, n
    s = 0
    do k = 1, m
      s = s + x(k)*k
    end do
    y(i) = s
  end do
end subroutine

! What is read ahead is written by the iteration before.
subroutine running(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n), y(n)
  integer :: k
  do k = 2, n
    x(k) = x(k - 1) + y(k)
  end do
end subroutine
!$loopy begin
! case = globals().get("CASE")
! sums, running = lp.parse_fortran(SOURCE, FILENAME)
! sums = lp.split_iname(sums, "i", 16, outer_tag="g.0", inner_tag="l.0")
! sums = lp.split_iname(sums, "k", 16)
! def refused(message, knl, *args, **kwargs):
!     try:
!         lp.add_prefetch(knl, *args, **kwargs)
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted"
! if case == "errors":
!     refused("lookahead is 8, but must be a number of iterations from 1 to 7", sums, "x", "k_inner", lookahead=8)
!     refused("lookahead is -1, but must be", sums, "x", "k_inner", lookahead=-1)
!     refused("lookahead is 0, but must be", sums, "x", "k_inner", lookahead_iname="k_outer")
!     refused("has no iname 'k_uoter'; did you mean 'k_outer'?", sums, "x", "k_inner", lookahead=1, lookahead_iname="k_uoter")
!     refused("the values are not computed anew in each iteration of 'k_inner' (lookahead_iname); they are, of 'k_outer'", sums, "x", "k_inner", lookahead=1, lookahead_iname="k_inner")
!     refused("wants a sequential loop in whose iterations the values are computed, but there is none", sums, "x", "k_inner, k_outer", lookahead=1)
!     refused("lookahead may be along 'k_outer', 'k_inner'; say which by lookahead_iname", sums, "x", [], lookahead=1)
!     refused("'i_outer' (lookahead_iname) is tagged 'g.0', but iterations must follow each other", sums, "x", "k_inner", lookahead=1, fetch_outer_inames="i_outer, k_outer", lookahead_iname="i_outer")
! if case == "written":
!     RESULT = lp.add_prefetch(lp.split_iname(running, "k", 4), "x", ["k_inner"], lookahead=1, default_tag=None)
! else:
!     RESULT = lp.add_prefetch(sums, "x", "k_inner", lookahead=int(globals().get("AHEAD", 1)))
!$loopy end
