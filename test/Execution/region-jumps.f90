! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=19 | FileCheck %s
! Regions with jumps, labels and constructs of their own; a value behind an
! `exit` from a named `if` enters the region.

! CHECK-DAG: check: search: opencl: ok
! CHECK-DAG: check: search: c: ok
! CHECK-DAG: check: local: opencl: ok
! CHECK-DAG: check: local: c: ok
subroutine regions(n, a, b, at, m)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer, intent(inout) :: at
  integer :: i, k
  real(8) :: t
  k = 1
  outer: if (m > 0) then
    if (m > 3) exit outer
    k = 2
  else
    k = 3
  end if outer
  !$loopy begin kernel: search
  do i = 1, n
    if (a(i) > 0.8d0) exit
    b(i) = b(i) + k
    if (a(i) < 0.3d0) goto 10
    b(i) = b(i)*2
10  continue
  end do
  !$loopy end kernel: search
  at = i
  !$loopy begin kernel: local
  do i = 1, n
    block
      real(8) :: t(3)
      associate (x => a(i), n => 2*k)
        t(1) = x
        t(2) = t(1)*n
        b(i) = b(i) + t(2)
      end associate
    end block
    t = b(i)
    do while (t > 1)
      t = t/3
      if (t < 0.1d0) cycle
      b(i) = b(i) + t
    end do
  end do
  !$loopy end kernel: local
end subroutine
