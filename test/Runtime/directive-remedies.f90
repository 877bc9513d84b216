! Where a program has directives, messages tell it to put others; where it calls
! the module's functions, to call them.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -g %s -o run
! DEFINE: %{run} = env LOOPYRT_DEVICE=opencl LOOPYRT_DEBUG=1 not %t/run
! RUN: %{run} update 2>&1 | FileCheck %s --check-prefix=UPDATE
! RUN: %{run} component 2>&1 | FileCheck %s --check-prefix=COMPONENT
! RUN: %{run} exit 2>&1 | FileCheck %s --check-prefix=EXIT
! RUN: %{run} left 2>&1 | FileCheck %s --check-prefix=LEFT
! RUN: %{run} left-region 2>&1 | FileCheck %s --check-prefix=REGION
! RUN: %{run} left-by-call 2>&1 | FileCheck %s --check-prefix=BY-CALL
! RUN: %{run} call-left 2>&1 | FileCheck %s --check-prefix=CALL-LEFT
! RUN: %{run} call 2>&1 | FileCheck %s --check-prefix=CALL
! RUN: %{run} changed 2>&1 | FileCheck %s --check-prefix=CHANGED
! RUN: %{run} changed-exit 2>&1 | FileCheck %s --check-prefix=CHANGED-EXIT
! RUN: %{run} changed-call 2>&1 | FileCheck %s --check-prefix=CHANGED-CALL
! RUN: %{run} dropped 2>&1 | FileCheck %s --check-prefix=DROPPED
! RUN: %{run} older 2>&1 | FileCheck %s --check-prefix=OLDER
! RUN: %{run} older-call 2>&1 | FileCheck %s --check-prefix=OLDER-CALL
! RUN: %{run} region 2>&1 | FileCheck %s --check-prefix=UNMAPPED
subroutine add_one(n, h)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: h(n)
  integer :: i
  do i = 1, n
    h(i) = h(i) + 1
  end do
end subroutine add_one

program remedies
  use loopyrt
  implicit none
  interface
    subroutine add_one(n, h)
      integer, intent(in) :: n
      real(8), intent(inout) :: h(n)
    end subroutine add_one
  end interface
  type :: state
    real(8), allocatable :: h(:, :)
  end type
  integer, parameter :: n = 200000
  real(8), allocatable :: h(:)
  type(state) :: s
  character(len=16) :: what

  allocate (h(n), source=1.0_8)
  allocate (s%h(4, 4), source=1.0_8)
  call get_command_argument(1, what)
  select case (what)
  case ("update")
    ! UPDATE: directive-remedies.f90:[[#@LINE+1]]: update host: h(2:5): the array (32 bytes at 0x{{.*}}) is not present; put '!$loopy enter data: h' before{{$}}
    !$loopy update host: h(2:5)
  case ("component")
    ! COMPONENT: update device: s%h(:, 2): the array (32 bytes at 0x{{.*}}) is not present; put '!$loopy enter data: s%h' before{{$}}
    !$loopy update device: s%h(:, 2)
  case ("exit")
    ! EXIT: exit data: h: the array {{.*}} is not present; put '!$loopy enter data: h' before{{$}}
    !$loopy exit data: h
  case ("left")
    !$loopy enter data: h
    !$loopy exit data: h
    ! LEFT: update host: h: the array {{.*}} is used after it left at directive-remedies.f90:[[#@LINE-1]]: exit data; put '!$loopy enter data: h' before{{$}}
    !$loopy update host: h
  case ("left-region")
    !$loopy begin data: h
    !$loopy end data
    ! REGION: update host: h: the array {{.*}} is used after it left at directive-remedies.f90:[[#@LINE-1]]: end data; put '!$loopy enter data: h' before{{$}}
    !$loopy update host: h
  case ("left-by-call")
    !$loopy enter data: h
    call loopyrt_exit_data(h)
    ! BY-CALL: update host: h: the array {{.*}} is used after loopyrt_exit_data; put '!$loopy enter data: h' before{{$}}
    !$loopy update host: h
  case ("call-left")
    !$loopy enter data: h
    !$loopy exit data: h
    ! CALL-LEFT: loopyrt_update_host: h: the array {{.*}} is used after it left at directive-remedies.f90:[[#@LINE-1]]: exit data; let it enter again before{{$}}
    call loopyrt_update_host(h, name="h")
  case ("call")
    ! CALL: loopyrt_update_host: h: the array {{.*}} is not present; call loopyrt_enter_data before{{$}}
    call loopyrt_update_host(h, name="h")
  case ("changed")
    !$loopy enter data: h
    call add_one(n, h)
    h(7) = 5
    ! CHANGED: add_one: h: the host's copy changed at element (7){{.*}} while the array is on the device; put '!$loopy update device: h' after changing it{{$}}
    call add_one(n, h)
  case ("changed-exit")
    !$loopy enter data: h
    h(7) = 5
    ! CHANGED-EXIT: exit data: h: the host's copy changed at element (7) {{.*}}; put '!$loopy update device: h' after changing it{{$}}
    !$loopy exit data: h
  case ("changed-call")
    call loopyrt_enter_data(h, name="h")
    h(7) = 5
    ! CHANGED-CALL: add_one: h: the host's copy changed at element (7) {{.*}}; call loopyrt_update_device after changing it{{$}}
    call add_one(n, h)
  case ("dropped")
    !$loopy enter data: h
    call add_one(n, h)
    !$loopy exit data delete: h
    ! DROPPED: add_one: h: it is read after directive-remedies.f90:[[#@LINE-1]]: exit data dropped the device's values; copy them out, or give it new ones{{$}}
    call add_one(n, h)
  case ("older")
    !$loopy enter data: h
    call add_one(n, h)
    h(n/2) = 5
    ! OLDER: update device: h: {{.*}}, but not all of it: update what was written alone, or put '!$loopy update host: h' before that line{{$}}
    !$loopy update device: h
  case ("older-call")
    !$loopy enter data: h
    call add_one(n, h)
    h(n/2) = 5
    ! OLDER-CALL: loopyrt_update_device: {{.*}}, but not all of it: update what was written alone, or call loopyrt_update_host before that line{{$}}
    call loopyrt_update_device(h)
  case ("region")
    !$loopy begin data: h
    deallocate (h)
    ! UNMAPPED: update host: s%h: h ({{.*}}), which entered at directive-remedies.f90:[[#@LINE-2]]: begin data, was deallocated while it is present; let its region end before ('!$loopy end data'){{$}}
    !$loopy update host: s%h
    !$loopy end data
  end select
end program remedies
