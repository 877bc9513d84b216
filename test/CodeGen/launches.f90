! A time loop around two nests: a function on the device for each, one launcher,
! in which the host runs the loop; a scalar that goes from one launch to another
! lies in a workspace.
! RUN: %loopyc %s --target=opencl,cuda,c -o %t
! RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
! RUN: FileCheck %s --check-prefix=HOST --input-file=%t_host.c
! RUN: FileCheck %s --check-prefix=CUDA --input-file=%t.cu
! RUN: FileCheck %s --check-prefix=C --input-file=%t.c
! RUN: FileCheck %s --check-prefix=HEADER --input-file=%t.h
! RUN: FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! RUN: %loopyc %s --target=cuda --cuda-kernels=loaded -o %t
! RUN: FileCheck %s --check-prefix=LOADED --input-file=%t_cuda.c
!
! CL: void advance(int n, __global const double *restrict a, __global double *restrict b,{{$}}
! CL-NEXT: __global double *restrict r, int t)
! CL: void advance_0(int n, __global const double *restrict b, __global double *r, int t)
! CL: void advance_1(int n, __global double *restrict a, __global const double *restrict b,{{$}}
! CL-NEXT: __global const double *restrict r, int t)
! CL-NOT: __kernel
!
! HOST: size_t advance_workspace_bytes(int32_t n, int32_t m) {
! HOST: int advance_launch_opencl(
! HOST: cl_event *event, cl_mem workspace) {
! HOST: if (!workspace && !(workspace = loopyc_own = workspace_for(queue, loopyc_offsets[1])))
! HOST: cl_mem r = part_of(workspace, loopyc_offsets[0]
! HOST: for (int64_t t = 0LL; t <= m - 1LL && status == LOOPYC_SUCCESS; ++t) {
! HOST: status = advance_part_launch_opencl(
! HOST: status = advance_0_part_launch_opencl(
! HOST: status = advance_1_part_launch_opencl(
! HOST: release(loopyc_own);
! HOST-NEXT: return status == LOOPYC_SUCCESS ? nothing_to_do(queue, event) : status;
!
! CUDA: extern "C" int advance_launch_cuda(cudaStream_t stream,
! CUDA: void *workspace) {
! CUDA: cudaMallocAsync(&loopyc_own, loopyc_offsets[1], stream)
! CUDA: double *r = (double *) ((char *) workspace + loopyc_offsets[0]);
! CUDA: for (int64_t t = 0LL;
! CUDA: cudaFreeAsync(loopyc_own, stream);
!
! C: int advance_launch_c({{.*}}void *workspace) {
! C: for (int64_t t = 0LL;
! C: free(loopyc_own);
!
! HEADER: size_t advance_workspace_bytes(int32_t n, int32_t m);
! HEADER: The launcher, in this order, until one fails:
! HEADER-NEXT: launches advance, for each t
! HEADER-NEXT: launches advance_0, for each t
! HEADER-NEXT: launches advance_1, for each t
!
! STUB: loopyc_workspace = c_null_ptr
! STUB-NEXT: if (loopyc_status == 0) then
! STUB-NEXT: if (loopyrt_ready(loopyc_pointer) /= 0) then
! STUB-NEXT: loopyc_workspace = loopyrt_workspace(loopyc_pointer, int(loopyc_workspace_bytes(n, m), &
! STUB: loopyc_launch_opencl(loopyrt_queue(loopyc_pointer), {{.*}}loopyrt_event(loopyc_pointer), &
! STUB-NEXT: loopyc_workspace)
!
! LOADED: static const char *const names[] = {"advance", "advance_0", "advance_1"};
! LOADED: workspace = loopyc_own =
! LOADED-NEXT: loopyrt_cuda_allocate(loopyc_offsets[1],
! LOADED: status = advance_1_part_launch_cuda(stream,
subroutine advance(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:n+1), b(0:n+1)
  real(8) :: r
  integer :: i, j, k, t
  do t = 1, m
    do i = 1, n
      b(i) = a(i - 1) + a(i + 1)
    end do
    r = 1
    do k = 1, n
      r = r + b(k)
    end do
    do j = 1, n
      a(j) = b(j - 1)/r
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in ["i", "j"]:
!     knl = lp.split_iname(knl, name, 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
