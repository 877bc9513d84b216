! Rows in CUDA: asynchronously, also of an array that the kernel overwrites behind
! the barrier that waits; at once where it is overwritten before.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=cuda -o %t/x
! RUN: FileCheck %s < %t/x.cu
! RUN: %loopyc %s --target=cuda --cuda-kernels=loaded -o %t/y
! RUN: FileCheck %s --check-prefix=LOADED < %t/y_cuda.c
! RUN: cc -std=c11 -Wall -Wextra -Werror -I %t -fsyntax-only %t/y_cuda.c
! RUN: %if nvcc %{ nvcc -arch=sm_80 -Werror all-warnings -I %t -ptx %t/x.cu -o %t/80.ptx %}
! RUN: %if nvcc %{ FileCheck %s --check-prefix=PTX < %t/80.ptx %}
! RUN: %if nvcc %{ nvcc -arch=sm_75 -Werror all-warnings -I %t -ptx %t/x.cu -o %t/75.ptx %}

! CHECK: int copy_rows_ahead_float(
! CHECK: @inside cp.async.ca.shared.global [%0], [%1], 16;
! CHECK: {{^}}leapfrog(
! Both planes that are read at first, and two of them again and again.
! CHECK: u_fetch_shift = (u_fetch_shift & ~(3)) |
! CHECK-NEXT: copy_rows_ahead_float(u_fetch + 0,
! CHECK: await_copies_
! CHECK: __syncthreads();
! CHECK: for (int k = 0;
! CHECK: v_fetch_shift = (v_fetch_shift & ~(3 << 2 * ((k + 2) % 3))) |
! CHECK-NEXT: copy_rows_ahead_float(v_fetch +
! CHECK: await_copies_1();
! CHECK-NEXT: __syncthreads();
! CHECK: cudaFuncSetAttribute(::leapfrog, cudaFuncAttributePreferredSharedMemoryCarveout, 71);
! CHECK-NEXT: for (uint3 first_group = {0, 0, 0}; first_group.z < groups[2];
! CHECK-NEXT: next_part(groups, &first_group))
! CHECK-NEXT: ::leapfrog<<<part_of_grid(groups, first_group),
! CHECK: {{^}}once(
! CHECK: copy_rows_ahead_float(x_fetch + 0,
! CHECK: await_copies_0();
! CHECK-NEXT: __syncthreads();
! CHECK: cudaFuncSetAttribute(::once, cudaFuncAttributePreferredSharedMemoryCarveout, 71);
! The L1 cache has no part in what work-items load.
! CHECK: {{^}}plain(
! CHECK-NOT: Carveout
! LOADED: void loopyrt_cuda_leave_l1(struct CUfunc_st *function);
! LOADED: loopyrt_cuda_leave_l1(device_functions[0]);
! LOADED: loopyrt_cuda_leave_l1(device_functions[1]);
! LOADED-NOT: leave_l1
! PTX: @inside cp.async.ca.shared.global [{{.*}}], [{{.*}}], 16;
subroutine leapfrog(n, m, l, u, v)
  implicit none
  integer, intent(in) :: n, m, l
  real, intent(in) :: u(n, m, l)
  real, intent(inout) :: v(n, m, l)
  integer :: i, j, k
  do k = 1, l - 1
    do j = 1, m
      do i = 2, n
        v(i, j, k) = 2*u(i, j, k) - v(i, j, k) + u(i-1, j, k) + u(i, j, k+1)
      end do
    end do
  end do
end subroutine

subroutine once(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 2, n - 1
    y(i) = x(i - 1) + x(i + 1)
  end do
end subroutine

subroutine plain(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 2, n - 1
    y(i) = x(i - 1) + x(i + 1)
  end do
end subroutine

!$loopy begin
! leapfrog, once, plain = lp.parse_fortran(SOURCE, FILENAME)
! plain = lp.split_iname(plain, "i", 64, outer_tag="g.0", inner_tag="l.0")
! plain = lp.add_prefetch(plain, "x", ["i_inner"], fetch_bounding_box=True)
! leapfrog = lp.split_iname(leapfrog, "i", 32, outer_tag="g.0", inner_tag="l.0")
! leapfrog = lp.split_iname(leapfrog, "j", 8, outer_tag="g.1", inner_tag="l.1")
! leapfrog = lp.add_prefetch(leapfrog, "u", ["i_inner", "j_inner"], rolling="k", lookahead=2, fetch_bounding_box=True)
! leapfrog = lp.copy_rows(leapfrog, "u_fetch")
! leapfrog = lp.add_prefetch(leapfrog, "v", ["i_inner", "j_inner"], lookahead=2)
! leapfrog = lp.copy_rows(leapfrog, "v_fetch")
! once = lp.split_iname(once, "i", 64, outer_tag="g.0", inner_tag="l.0")
! once = lp.add_prefetch(once, "x", ["i_inner"], fetch_bounding_box=True)
! once = lp.copy_rows(once, "x_fetch")
! leapfrog, once = (lp.set_options(knl, whole_tiles=False) for knl in (leapfrog, once))
! RESULT = [leapfrog, once, plain]
!$loopy end
