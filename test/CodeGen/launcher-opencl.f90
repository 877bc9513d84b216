! The OpenCL launcher refuses what the device or the buffers do not allow, but
! not a work-group that the device says to be too large and runs nevertheless.
! REQUIRES: opencl
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s -o %t/scale
! RUN: %cc -std=c11 -Wall -Wextra -Werror -DCL_TARGET_OPENCL_VERSION=120 -I %t %inputs/launcher-opencl.c %t/scale_host.c -o %t/run -lOpenCL
! RUN: %t/run | FileCheck %s
! CHECK: 100 elements: 0 success, 2.0 2.0
! CHECK: no elements: 0 success
! CHECK: small buffer: 6 a buffer is smaller than the declared array
subroutine scale(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)*2
  end do
end subroutine
!$loopy begin
! scale, = lp.parse_fortran(SOURCE, FILENAME)
! scale = lp.split_iname(scale, "i", 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = scale
!$loopy end
