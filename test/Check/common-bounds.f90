! A variable of a common block that only bounds an array is an argument that
! the stub can name, too.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! RUN: %loopyc --target=c --emit=host,device,stub,header %s -o %t && gfortran -c %t_stub.f90 -o %t.o
! CHECK: check: trace: c: ok
! CHECK: check: unused: c: ok
subroutine trace(m, k, v, w)
  implicit none
  integer :: nx
  common /grid/ nx
  integer, intent(in) :: m, k(m)
  real, intent(in) :: v(0:nx + 1, m)
  real, intent(out) :: w(m)
  integer :: i
  do i = 1, m
    w(i) = v(k(i), i)
  end do
end subroutine
subroutine unused(m, v, w)
  implicit none
  integer :: nx
  common /grid/ nx
  integer, intent(in) :: m
  real, intent(in) :: v(nx)
  real, intent(out) :: w(m)
  integer :: i
  do i = 1, m
    w(i) = i
  end do
end subroutine
