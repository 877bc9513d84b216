! Data that flows between kernels makes one variable of theirs, and of no other
! kernel's: the t of a kernel in between is its own, and flows of one name
! between different kernels are different variables.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c -o %t
! RUN: %cc -std=c11 -fopenmp -include %t.h %inputs/flows_drive.c %t.c -lm -o %t.exe
! RUN: %t.exe | FileCheck %s
! CHECK: skipping c: 40 30 20 10
! CHECK-NEXT: skipping d: 2 4 6 8
! CHECK-NEXT: two_flows e: 2 4 6 8
! CHECK-NEXT: two_flows f: 10 20 30 40
subroutine twice(a)
  implicit none
  real(8), intent(in) :: a(4)
  real(8) :: t(4)
  integer :: i
  do i = 1, 4
    t(i) = 2*a(i)
  end do
end subroutine twice

subroutine reverse(b, c)
  implicit none
  real(8), intent(in) :: b(4)
  real(8), intent(out) :: c(4)
  real(8) :: t(4)
  integer :: j, k
  do j = 1, 4
    t(j) = b(j)
  end do
  do k = 1, 4
    c(k) = t(5 - k)
  end do
end subroutine reverse

subroutine copy(b)
  implicit none
  real(8), intent(in) :: b(4)
  real(8) :: T(4)
  integer :: l
  do l = 1, 4
    T(l) = b(l)
  end do
end subroutine copy

subroutine show(d)
  implicit none
  real(8), intent(out) :: d(4)
  real(8) :: t(4)
  integer :: m
  do m = 1, 4
    d(m) = t(m)
  end do
end subroutine show

!$loopy begin
! twice, reverse, copy, show = lp.parse_fortran(SOURCE, FILENAME)
! skipping = lp.fuse_kernels([twice, reverse, show], data_flow=[("t", 0, 2)])
!
! # Four kernels, two variables t; each pair apart from the other.
! shown = [lp.rename_iname(lp.rename_argument(show, "d", name), "m", "m" + name)
!          for name in ("e", "f")]
! mixed = lp.fuse_kernels([twice, copy, reverse] + shown,
!                         data_flow=[("t", 0, 3), ("T", 1, 4)])
! RESULT = [skipping.copy(name="skipping"), mixed.copy(name="two_flows")]
!$loopy end
