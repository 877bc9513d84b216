! A loop that stores into one element again and again leaves the last value, on
! PoCL too.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=opencl --check --param n=6 | FileCheck %s
! RUN: env -u POCL_WORK_GROUP_METHOD %loopyc %s --target=opencl --check | FileCheck %s
! CHECK: check: last: opencl: ok
subroutine last(n, a, u)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(0:5)
  real(8), intent(inout) :: u(0:n+5)
  integer :: i, j
  do i = 0, 6
    do j = 1, 5
      u(max(j, 6) - 6) = 0.5d0*(max(4d0, real(j, 8)) + a(j)/3)
    end do
  end do
end subroutine last
