! RUN: not %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
! What is of the compiler's or a library's modules is in no file of the user's,
! and what a loop over elements would not replace is asked before the kernel.
subroutine threads(n, a)
  use omp_lib
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:{{.*}}: not supported: call of 'omp_get_thread_num'; let the loop go through all iterations: they are spread over the device, and not over threads of the host
    a(i) = omp_get_thread_num()
  end do
end subroutine
subroutine flags(n, a)
  use ieee_exceptions
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) + 1
    ! CHECK: [[#@LINE+1]]:{{.*}}: not supported: call of 'ieee_set_flag'; it is of the host: call it before the kernel or behind it
    call ieee_set_flag(ieee_all, .false.)
  end do
end subroutine
subroutine addresses(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:{{.*}}: not supported: intrinsic 'loc' of an array; compute it before the kernel, and use a variable with the result
    a(i) = loc(a)
  end do
end subroutine
subroutine asks(n, a, w)
  integer, intent(in) :: n
  real, target, intent(inout) :: a(n)
  real, pointer, intent(inout) :: w(:)
  integer :: i
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:{{.*}}: not supported: intrinsic 'associated' of an array; ask before the kernel, and use a logical variable with the answer
    if (associated(w, a(1:n))) a(i) = 2
  end do
end subroutine
! What nothing is known of may have a source.
subroutine others(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:{{.*}}: not supported: call of 'ompressed', whose source was not found; give its file
    call ompressed(a(i))
  end do
end subroutine
