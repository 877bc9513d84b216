! Fortran has no integers without a sign that could be passed.
! RUN: not %loopyc %s -o %t --target=c 2>&1 | FileCheck %s
! CHECK: error: {{.*}}uint32 cannot be passed from Fortran, which has no integers without a sign; declare the argument as int32 and write cast(np.uint32, ...)
subroutine scale(n, x)
  integer, intent(in) :: n
  real(4), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine scale
!$loopy begin
! import numpy as np
! scale, = lp.parse_fortran(SOURCE, FILENAME)
! add = lp.make_kernel("{ [i]: 0<=i<n }", "u[i] = u[i] + x[i]",
!                      [lp.GlobalArg("u", np.uint32), lp.GlobalArg("x", np.float32), "..."],
!                      default_order="F", name="add")
! RESULT = lp.fuse_kernels([scale, add], data_flow=[("x", 0, 1)])
!$loopy end
