! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=45 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 | FileCheck %s
! CHECK: check: first_and_second: opencl: ok
! CHECK: check: first_and_second: c: ok
subroutine first(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: x(n)
  real(RK), intent(in) :: y(n)
  real(RK) :: t
  integer :: i
  do i = 1, n
    t = 2*y(i)
    x(i) = x(i) + t
  end do
end subroutine first

subroutine second(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: z(n)
  real(RK) :: t
  integer :: i
  do i = 1, n
    t = x(i)
    z(i) = t*t
  end do
end subroutine second

!$loopy begin
! first, second = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.fuse_kernels([first, second], suffixes=["_1", "_2"],
!                       data_flow=[("x", 0, 1)])
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
