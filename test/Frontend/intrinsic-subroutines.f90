! What to do about intrinsic subroutines in loops: no file defines them.
! RUN: %loopyc %s --target=c -fsyntax-only 2>&1 | FileCheck %s
subroutine s(n, a, b, t)
  implicit none
  integer :: n, i, v(2), c
  real(8) :: a(n), b(n), t
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:5: warning: a loop of 's' stays on the host: not supported: call of 'random_number'; fill an array with numbers before the kernel
    call random_number(b(i))
  end do
  do i = 1, n
    a(i) = a(i)*b(i)
    ! CHECK: :[[#@LINE+1]]:5: warning: {{.*}} 'system_clock'; call it before the kernel or behind it; LOOPYRT_PROFILE=1 measures kernels
    call system_clock(c)
  end do
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:5: warning: {{.*}} 'cpu_time'; call it before
    call cpu_time(t)
    a(i) = a(i) + t
  end do
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:5: warning: {{.*}} 'mvbits'; write it with ishft, iand and ior
    call mvbits(v(1), 1, 2, v(2), 0)
    a(i) = v(2)
  end do
  do i = 1, n
    ! CHECK: :[[#@LINE+1]]:5: warning: {{.*}} 'get_command_argument'; call it before the kernel, and use a variable with the result
    call get_command_argument(i, length=c)
    a(i) = c
  end do
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine
