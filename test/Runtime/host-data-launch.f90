! A kernel that is launched in a host_data region, where names are the device's
! arrays, is an error that names both; on the host it is an ordinary call. The
! region may be of a procedure in another file, about which loopyc knows nothing.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir -p %t/fake && split-file %s %t
! RUN: %cc -std=c11 -Wall -Wextra -shared -fPIC -I %root/lib/Runtime %inputs/fake-cuda.c -o %t/fake/libcuda.so.1
! RUN: cd %t && env LOOPYC_CUDA=loaded LOOPYC_FLAGS=--target=opencl,cuda,c %build/tools/loopyc/loopyc-fc main.f90 callee.f90 -o run
! RUN: env LOOPYRT_DEVICE=opencl not %t/run outside 2>&1 | FileCheck %s
! RUN: env LD_LIBRARY_PATH=%t/fake LOOPYRT_DEVICE=cuda not %t/run 2>&1 | FileCheck %s
! RUN: env LOOPYRT_DEVICE=c %t/run 2>&1 | FileCheck %s --check-prefix=HOST
! CHECK: loopyrt: error: fill5: the kernel is launched inside a host_data region (main.f90:11: begin host_data), where names are the device's arrays; launch it before the region, or behind its end
! HOST: 26.0

!--- main.f90
program main
  implicit none
  external :: fill
  real(8) :: a(10), b(2)
  a = 1
  b = 1
  !$loopy enter data: a, b
  !$loopy begin host_data: b
  !$loopy end host_data
  if (command_argument_count() > 0) call fill(b, 2) ! outside
  !$loopy begin host_data: a
  !$loopy begin data: b
  call fill(a(3:6), 4)
  !$loopy end data
  !$loopy end host_data
  !$loopy exit data: a, b
  print '(f6.1)', sum(a)
end program

!--- callee.f90
subroutine fill(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  !$loopy begin kernel: fill5
  do i = 1, n
    x(i) = 5
  end do
  !$loopy end kernel: fill5
end subroutine
