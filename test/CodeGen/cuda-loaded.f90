! Kernels that launchers load: P.cu needs no header of this source's, and P.h no
! toolkit; what the script says of rounding goes to NVRTC; arrays of a launch
! come from the runtime; a region's launcher has its unique name.
! RUN: %loopyc %s --target=cuda --cuda-kernels=loaded -o %t
! RUN: FileCheck %s --check-prefix=DEVICE < %t.cu
! RUN: FileCheck %s --check-prefix=HOST < %t_cuda.c
! RUN: FileCheck %s --check-prefix=HEADER < %t.h
! RUN: %cc -std=c11 -Wall -Wextra -Werror -c %t_cuda.c -o %t.o
! RUN: %if nvcc %{ nvcc -arch=sm_90 -cubin %t.cu -o %t.cubin %}
! RUN: not %loopyc %s --target=cuda --cuda-kernels=dynamic -o %t 2>&1 | FileCheck %s --check-prefix=WORD
!
! DEVICE-NOT: #include "
! DEVICE: extern "C" __global__ void __launch_bounds__(32)
! DEVICE-NEXT: smooth(
! DEVICE-NOT: launch_cuda
! HOST: #include "{{.*}}.h"
! HOST-NOT: cuda_runtime
! HOST: "smooth({{.*}}
! HOST: names[] = {"smooth"};
! HOST: loopyrt_cuda_compile(
! HOST: "-fmad=false"
! HOST: int smooth_launch_cuda({{.*}}__attribute__((weak));
! HOST: void *[[ROW:[a-z_]+]] = loopyrt_cuda_allocate((size_t) 8 * {{.*}}n{{.*}}, stream);
! HOST: if (![[ROW]])
! HOST: return LOOPYC_ERROR_MEMORY;
! HOST: loopyrt_cuda_launch(device_functions[0], groups, local, stream,
! HOST: loopyrt_cuda_free([[ROW]], stream);
! HOST: int filters_smooth_launch_cuda({{.*}})
! HOST-NEXT: alias("smooth_launch_cuda")
! HEADER-NOT: cuda_runtime
! HEADER: typedef struct CUstream_st *cudaStream_t;
! HEADER: int smooth_launch_cuda(cudaStream_t stream,
! WORD: '--cuda-kernels={{.*}}dynamic'
module filters
contains
  subroutine smooth(n, u)
    integer, intent(in) :: n
    real(8), intent(inout) :: u(0:n+1)
    real(8) :: row(n)
    integer :: i
    do i = 1, n
      row(i) = 0.5d0*(u(i-1) + u(i+1))
    end do
    do i = 1, n
      u(i) = row(i)
    end do
  end subroutine smooth
end module filters
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.set_temporary_address_space(knl, "row", "global")
! knl = lp.split_iname(knl, "i", 32, inner_tag="l.0")
! knl = lp.split_iname(knl, "i_1", 32, inner_tag="l.0")
! RESULT = lp.set_options(knl, fp_contract="off")
!$loopy end
