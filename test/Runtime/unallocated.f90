! Arrays that are not allocated neither enter nor leave nor are updated; what was
! allocated without elements may do all of that.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t && %fc -J %t -c %runtime/loopyrt_mod.f90 -o %t/module.o
! RUN: %fc -std=f2018 -I %t %s %t/module.o -o %t/run %runtime/libloopyrt.a -ldl -lpthread
! RUN: env LOOPYRT_DEVICE=opencl %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=opencl not %t/run stop 2>&1 | FileCheck %s --check-prefix=STOP
! CHECK: enter: 29 loopyrt_enter_data: u: the array is not allocated; let it enter after it is allocated
! CHECK-NEXT: update: 24 loopyrt_update_host: u: the array is not allocated
! CHECK-NEXT: exit: 24 loopyrt_exit_data: u: the array is not allocated; arrays leave before they are deallocated
! CHECK-NEXT: empty: 0 0 0 F
! CHECK-NEXT: present: F
! STOP: loopyrt: error: loopyrt_exit_data: the array is not allocated; arrays leave before they are deallocated
program unallocated
  use loopyrt
  implicit none
  real, allocatable :: u(:, :), none(:)
  integer :: status, enter, update

  if (command_argument_count() > 0) then
    allocate (u(2, 2))
    call loopyrt_enter_data(u)
    deallocate (u)
    call loopyrt_exit_data(u)
  end if
  call loopyrt_enter_data(u, name="u", status=status)
  print "(a, i0, 1x, a)", "enter: ", status, loopyrt_error_message()
  call loopyrt_update_host(u, name="u", status=status)
  print "(a, i0, 1x, a)", "update: ", status, loopyrt_error_message()
  call loopyrt_exit_data(u, name="u", status=status)
  print "(a, i0, 1x, a)", "exit: ", status, loopyrt_error_message()
  allocate (none(0))
  call loopyrt_enter_data(none, status=enter)
  call loopyrt_update_device(none, status=update)
  call loopyrt_exit_data(none, status=status)
  print "(a, 3(i0, 1x), l1)", "empty: ", enter, update, status, &
    logical(loopyrt_is_present(none))
  print "(a, l1)", "present: ", logical(loopyrt_is_present(u))
end program
