! Counters that nested loops move on are functions of all of them, so that the
! loops of packing and unpacking are parallel.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --print-after=replace-induction-variables -o %t 2>&1 | FileCheck %s --check-prefix=PROGRAM --implicit-check-not=warning:
! RUN: %loopyc %s --check --target=opencl,c --param n=33 --param m=9 --param l=3 | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c --param n=0 --param m=4 --param l=2 | FileCheck %s
! CHECK: check: packed: opencl: ok
! CHECK: check: packed: c: ok
! CHECK: check: unpacked: opencl: ok
! CHECK: check: unpacked: c: ok

! PROGRAM: subroutine packed
! PROGRAM: do j = 1, m
! PROGRAM-NEXT: do i = 1, n
! PROGRAM-NEXT: buf[i + j*n + k - n - 1] = a[i - 1, j - 1]
! PROGRAM-NEXT: subroutine unpacked
subroutine packed(n, m, a, buf)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: buf(n*m)
  integer :: i, j, k
  k = 0
  do j = 1, m
    do i = 1, n
      k = k + 1
      buf(k) = a(i, j)
    end do
  end do
end subroutine

! PROGRAM: max(0, (n + 1) / 2)
subroutine unpacked(n, m, l, a, buf, last)
  implicit none
  integer, intent(in) :: n, m, l
  real(8), intent(inout) :: a(0:n+1, m, l)
  real(8), intent(in) :: buf(m*l*(n + 1))
  integer, intent(out) :: last
  integer :: i, j, k, p
  p = 1
  do k = 1, l
    do j = 1, m
      a(0, j, k) = buf(p)
      p = p + 1
      do i = 1, n, 2
        a(i, j, k) = buf(p)
        p = p + 1
      end do
    end do
  end do
  last = p
end subroutine
