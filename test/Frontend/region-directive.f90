! Directives of other compilers before, in and after a region are comments.
! RUN: %loopyc --target=c --emit=ir -o - %s | FileCheck %s
! CHECK: KERNEL: first
! CHECK: a[i]
! CHECK-NOT: b[
! CHECK: KERNEL: second
! CHECK: b[i]
subroutine s(n, a, b)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), b(n)
  integer :: i
!dir$ ivdep
  !$loopy begin kernel: first
!dir$ ivdep
  do i = 1, n
    a(i) = 2*a(i)
  end do
!dir$ noinline
  !$loopy end kernel: first
!dir$ ivdep
  do i = 1, n
    b(i) = 3*b(i)
  end do
  !$loopy begin kernel: second
  do i = 1, n
    b(i) = 2*b(i)
  end do
  !$loopy end kernel: second
!dir$ ivdep
end subroutine
