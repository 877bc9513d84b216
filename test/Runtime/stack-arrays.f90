! An automatic array that is present when its procedure returns: LOOPYRT_DEBUG=1
! names it, wherever that shows first, also while the runtime itself uses the
! stack.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -g -fstack-arrays %s -o run
! DEFINE: %{run} = env LOOPYRT_DEVICE=opencl LOOPYRT_DEBUG=1
! RUN: %{run} not %t/run kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
! RUN: env LOOPYRT_DEVICE=c LOOPYRT_DEBUG=1 not %t/run kernel 2>&1 | FileCheck %s --check-prefix=KERNEL
! RUN: %{run} not %t/run update 2>&1 | FileCheck %s --check-prefix=UPDATE
! RUN: %{run} not %t/run stack 2>&1 | FileCheck %s --check-prefix=STACK
! RUN: %{run} not %t/run called 2>&1 | FileCheck %s --check-prefix=CALLED
! RUN: %{run} LOOPYRT_DEBUG=heal %t/run kernel 2>&1 | FileCheck %s --check-prefix=HEALED
! RUN: %{run} %t/run inside 2>&1 | FileCheck %s --check-prefix=INSIDE
module work
  implicit none
contains
  subroutine fill(n, w)
    integer, intent(in) :: n
    real(8), intent(inout) :: w(n)
    integer :: i
    do i = 1, n
      w(i) = w(i) + 1
    end do
  end subroutine fill

  subroutine leave(n)
    integer, intent(in) :: n
    real(8) :: w(n)
    w = 1
    !$loopy enter data: w
    call fill(n, w)
  end subroutine leave

  subroutine leave_called(n)
    use loopyrt
    integer, intent(in) :: n
    real(8) :: w(n)
    w = 1
    call loopyrt_enter_data(w, name="w")
    call fill(n, w)
  end subroutine leave_called

  subroutine stay(n)
    integer, intent(in) :: n
    real(8) :: w(n), v(n)
    w = 1
    v = 2
    !$loopy enter data: w
    call fill(n, w)
    call fill(n, v)
    !$loopy exit data: w
    print "(a, 2f5.1)", "inside", w(n), v(n)
  end subroutine stay

  recursive function deep(k) result(total)
    integer, intent(in) :: k
    integer :: total
    real(8) :: local(100)
    local = k
    total = nint(local(mod(k, 100) + 1))
    if (k > 0) total = total + deep(k - 1)
  end function deep
end module work

program main
  use work
  implicit none
  integer, parameter :: n = 20000
  real(8), allocatable :: a(:)
  character(len=16) :: what

  call get_command_argument(1, what)
  allocate (a(n), source=1.0_8)
  !$loopy enter data: a
  if (what == "inside") then
    ! INSIDE-NOT: loopyrt
    ! INSIDE: inside  2.0  3.0
    call stay(n)
    call stay(n)
  else if (what == "called") then
    call leave_called(n)
  else
    call leave(n)
  end if
  select case (what)
  case ("kernel", "called")
    ! KERNEL: loopyrt: error: {{(fill: )?}}w (160000 bytes at 0x{{.*}}), which entered at stack-arrays.f90:{{[0-9]+}}: enter data, was deallocated {{.*}}while it is present; put '!$loopy exit data: w' before: its procedure has returned
    ! KERNEL-NOT: {{.}}
    ! CALLED: loopyrt: error: {{(fill: )?}}w (160000 bytes at 0x{{.*}}), which entered at {{.*}}, was deallocated {{.*}}while it is present; let it leave before (exit data): its procedure has returned
    ! HEALED: loopyrt: warning: w (160000 bytes at 0x{{.*}}), which entered at stack-arrays.f90:{{[0-9]+}}: enter data, was deallocated
    ! HEALED-NEXT: kernel 2.0
    call fill(n, a)
    !$loopy update host: a
    print "(a, f4.1)", "kernel", a(n)
  case ("update")
    ! UPDATE: loopyrt: error: {{(stack-arrays.f90:[0-9]+: update host: a: )?}}w (160000 bytes at 0x{{.*}}), which entered at stack-arrays.f90:{{[0-9]+}}: enter data, was deallocated
    !$loopy update host: a
  case ("stack")
    ! STACK: loopyrt: error: w (160000 bytes at 0x{{.*}}), which entered at stack-arrays.f90:{{[0-9]+}}: enter data, was deallocated before stack-arrays.f90:{{[0-9]+}} while it is present; put '!$loopy exit data: w' before: its procedure has returned
    print *, deep(400)
  end select
end program main
