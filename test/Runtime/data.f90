! The Fortran module: arrays enter, are updated in sections, and leave.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir -p %t/flang
! RUN: %fc -J %t -c %runtime/loopyrt_mod.f90 -o %t/module.o
! RUN: %fc -std=f2018 -I %t %s %t/module.o -o %t/run %runtime/libloopyrt.a -ldl -lpthread
! RUN: env LOOPYRT_DEVICE=opencl LOOPYRT_PROFILE=1 %t/run 2>&1 | FileCheck %s
! RUN: env LOOPYRT_DEVICE=opencl not %t/run stop 2>&1 | FileCheck %s --check-prefix=STOP
! RUN: %if flang %{ flang-22 -module-dir %t/flang -c %runtime/loopyrt_mod.f90 -o %t/flang/module.o %}
! RUN: %if flang %{ flang-22 -I %t/flang %s %t/flang/module.o -o %t/flang/run %runtime/libloopyrt.a -ldl -lpthread %}
! RUN: %if flang %{ env LOOPYRT_DEVICE=opencl LOOPYRT_PROFILE=1 %t/flang/run 2>&1 | FileCheck %s %}
! RUN: %if flang %{ env LOOPYRT_DEVICE=opencl not %t/flang/run stop 2>&1 | FileCheck %s --check-prefix=STOP %}
program data
  use, intrinsic :: iso_c_binding
  use loopyrt
  implicit none
  real(8), target :: a(0:9, -1:8, 3)
  real, allocatable :: b(:)
  integer :: status, i

  a = reshape([(real(i, 8), i=1, 300)], shape(a))
  allocate (b(100), source=1.0)
  if (command_argument_count() > 0) call stop_with_error()

  call loopyrt_enter_data(a, name="a")
  call loopyrt_enter_data(b, loopyrt_create)
  ! CHECK: present: T T F
  print "(a, 3(1x, l1))", "present:", loopyrt_is_present(a), loopyrt_is_present(a(:, 2, :)), &
    loopyrt_is_present(status)

  ! Only the section moves, along each dimension, forth and back.
  a = -1
  call loopyrt_update_host(a(1, :, 2), name="a")
  call loopyrt_update_host(a(::3, 5, 3))
  call loopyrt_update_host(a(9:0:-2, 8:-1:-4, 1))
  ! 10 + 4 + 15 elements.
  ! CHECK: moved: 29, of which wrong: 0
  print "(a, i0, a, i0)", "moved: ", count(a > 0), ", of which wrong: ", &
    count(a > 0 .and. a /= reshape([(real(i, 8), i=1, 300)], shape(a)))

  a(2, :, :) = 7
  call loopyrt_update_device(a(2, :, :))
  call loopyrt_exit_data(a)
  ! CHECK: unchanged: T T T
  print "(a, 3(1x, l1))", "unchanged:", all(a(2, :, :) == 7), a(3, -1, 1) == 4, a(9, 8, 3) == 300

  call loopyrt_set_stream(3)
  call loopyrt_update_device(b)
  call loopyrt_wait(3)
  call loopyrt_wait_all()
  ! CHECK: address: T
  print "(a, l2)", "address:", c_associated(loopyrt_device_address(b(10)))

  call loopyrt_update_host(a, name="a", status=status)
  ! CHECK: error: T T
  print "(a, 2l2)", "error:", status == loopyrt_error_after_exit, &
    loopyrt_last_error() == status
  ! CHECK: loopyrt_update_host: a: the array (2400 bytes at 0x{{.*}}) is used after loopyrt_exit_data
  print "(a)", loopyrt_error_message()
  call loopyrt_enter_data(a(::2, :, :), status=status)
  ! CHECK: loopyrt_enter_data: the array is not contiguous; enter the array that it is a section of
  print "(a)", loopyrt_error_message()
  ! CHECK: loopyrt_update_host: the array is of assumed size; name a section of it, as a(:n)
  call assumed_size(b)
  call loopyrt_exit_data(b, loopyrt_delete)
  ! CHECK: left: F
  print "(a, l2)", "left:", loopyrt_is_present(b)
  ! CHECK: host to device{{ +}}3 {{.*}} 3040
  ! CHECK: device to host{{ +}}4 {{.*}} 2632

contains

  subroutine assumed_size(b)
    real :: b(*)
    call loopyrt_update_host(b, status=status)
    print "(a)", loopyrt_error_message()
  end subroutine

  ! STOP: loopyrt: error: loopyrt_exit_data: b: the array (400 bytes at 0x{{.*}}) is not present
  ! STOP-NOT: after the error
  subroutine stop_with_error()
    call loopyrt_exit_data(b, name="b")
    print *, "after the error"
  end subroutine
end program
