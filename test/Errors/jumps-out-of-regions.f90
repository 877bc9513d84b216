! A region is left at its end: jumps out of it are refused, with what to do.
! RUN: not %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
subroutine s(n, a, b)
  integer :: n, i
  real :: a(n), b(n)
  do i = 1, n
    !$loopy begin kernel: exits
    b(i) = 0
    ! CHECK: [[#@LINE+1]]:19: error: not supported: exit statement that leaves the region; set a logical variable in it, and jump behind it
    if (a(i) > 1) exit
    !$loopy end kernel: exits
    !$loopy begin kernel: cycles
    b(i) = 1
    ! CHECK: [[#@LINE+1]]:19: error: not supported: cycle statement that leaves the region
    if (a(i) > 2) cycle
    !$loopy end kernel: cycles
    !$loopy begin kernel: returns
    b(i) = 2
    ! CHECK: [[#@LINE+1]]:19: error: not supported: return statement that leaves the region
    if (a(i) > 3) return
    !$loopy end kernel: returns
    !$loopy begin kernel: jumps
    b(i) = 3
    ! CHECK: [[#@LINE+1]]:5: error: not supported: goto statement that leaves the region
    if (a(i) > 4) goto 10
    !$loopy end kernel: jumps
10  continue
  end do
end subroutine
