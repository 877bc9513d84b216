! What host_data names: the device's array where that has an address (here a
! driver whose device is other memory of the host), else the host's with the
! device's values; and errors of directives, with their places. A program
! without kernels.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir -p %t/fake
! RUN: %cc -std=c11 -Wall -Wextra -shared -fPIC -I %root/lib/Runtime %inputs/fake-cuda.c -o %t/fake/libcuda.so.1
! RUN: %cc -std=c11 -Wall -c %inputs/host-data.c -o %t/look.o
! RUN: cd %t && env LOOPYC_CUDA=loaded LOOPYC_FLAGS=--target=opencl,cuda,c %build/tools/loopyc/loopyc-fc -fcheck=bounds %s look.o -o run
! DEFINE: %{fake} = env LD_LIBRARY_PATH=%t/fake LOOPYRT_DEVICE=cuda
! RUN: %{fake} %t/run | FileCheck %s --check-prefixes=CHECK,CUDA
! RUN: %{fake} LOOPYRT_HOST_DATA=host LOOPYRT_LOG=1 %t/run 2> %t/log | FileCheck %s --check-prefixes=CHECK,STAGED
! RUN: FileCheck %s --check-prefix=LOG < %t/log
! RUN: env LOOPYRT_DEVICE=opencl %t/run | FileCheck %s --check-prefixes=CHECK,STAGED
! RUN: env LOOPYRT_DEVICE=c %t/run | FileCheck %s --check-prefix=HOST
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_HOST_DATA=on not %t/run 2>&1 | FileCheck %s --check-prefix=SETTING
! RUN: env LOOPYRT_DEVICE=opencl not %t/run absent 2>&1 | FileCheck %s --check-prefix=ABSENT
! RUN: env LOOPYRT_DEVICE=opencl not %t/run unallocated 2>&1 | FileCheck %s --check-prefix=UNALLOCATED
! RUN: env LOOPYRT_DEVICE=opencl not %t/run strided 2>&1 | FileCheck %s --check-prefix=STRIDED
! RUN: env LOOPYRT_DEVICE=opencl not %t/run used 2>&1 | FileCheck %s --check-prefix=USED
! LOG: host_data: h goes through the host's array
! SETTING: LOOPYRT_HOST_DATA is "on"; expected host
program host_data
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine look(a, home) bind(c)
      import :: c_ptr
      type(*) :: a(*)
      type(c_ptr), value :: home
    end subroutine look
  end interface
  real(8), allocatable, target :: h(:, :)
  real, allocatable :: g(:)
  character(len=16) :: word

  allocate (h(-1:3, 4), source=1.0_8)
  call get_command_argument(1, word)
  select case (word)
  case ("absent")
    ! ABSENT: loopyrt: error: host-data.f90:[[#@LINE+1]]: update host: h(:, 2): the array (40 bytes at {{.*}}) is not present; put '!$loopy enter data: h' before
    !$loopy update host: h(:, 2)
  case ("unallocated")
    ! UNALLOCATED: loopyrt: error: host-data.f90:[[#@LINE+1]]: begin data: g: the array is not allocated; let it enter after it is allocated
    !$loopy begin data: h, g
    !$loopy end data
  case ("strided")
    ! STRIDED: loopyrt: error: host-data.f90:[[#@LINE+1]]: enter data: h(1, :): the array is not contiguous
    !$loopy enter data: h(1, :)
  case ("used")
    !$loopy begin data: h
    !$loopy exit data delete: h
    ! USED: loopyrt: error: host-data.f90:[[#@LINE+1]]: end data: h: the array (160 bytes at {{.*}}) is used after it left at host-data.f90:[[#@LINE-1]]: exit data; put '!$loopy enter data: h' before
    !$loopy end data
  end select

  !$loopy begin data: h
  h = 2
  !$loopy begin host_data: h
  ! CHECK: bounds -1 1 3 4
  print '(a, 4(1x, i0))', "bounds", lbound(h), ubound(h)
  flush (6)
  ! CUDA-NEXT: on the device: 1
  ! STAGED-NEXT: at home: 1
  ! HOST: at home: 2
  call look(h, c_loc_of_h())
  ! CUDA-NEXT: on the device: 1
  ! STAGED-NEXT: elsewhere at home: 1
  ! HOST-NEXT: elsewhere at home: 2
  call look(h(0, 3), c_loc_of_h())
  !$loopy end host_data
  ! CUDA-NEXT: host 2 2
  ! STAGED-NEXT: host 11 11
  ! HOST-NEXT: host 12 12
  print '(a, 2(1x, i0))', "host", nint(h(-1, 1)), nint(h(0, 3))
  !$loopy end data
  ! CHECK-NEXT: end 11 11 1
  ! HOST-NEXT: end 12 12 2
  print '(a, 3(1x, i0))', "end", nint(h(-1, 1)), nint(h(0, 3)), nint(h(3, 4))
contains
  type(c_ptr) function c_loc_of_h()
    c_loc_of_h = c_loc(h)
  end function c_loc_of_h
end program host_data
