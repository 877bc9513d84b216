! Kernels of Fortran and of the kernel language, fused: what --check compares with
! calls each in its own language, in order.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -o %t --target=opencl,c --check | FileCheck %s
! RUN: FileCheck %s --check-prefix=C --input-file=%t.c
! CHECK-DAG: check: scale_and_add: opencl: ok
! CHECK-DAG: check: scale_and_add: c: ok
! CHECK-DAG: check: add_and_scale: opencl: ok
! CHECK-DAG: check: add_and_scale: c: ok
! CHECK-DAG: check: scale_and_add_and_scale: c: ok
! One loop for both.
! C-LABEL: static int scale_and_add_groups
! C: for (
! C: x[i] = 2.0 * x[i];
! C-NOT: for (
! C: y[i] = x[i] + 1.0;
subroutine scale(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine
!$loopy begin
! scale, = lp.parse_fortran(SOURCE, FILENAME)
! add = lp.make_kernel("{ [i]: 0<=i<n }", "y[i] = x[i] + 1",
!                      [lp.GlobalArg("x", np.float64), "..."], name="add")
! first = lp.fuse_kernels([scale, add], data_flow=[("x", 0, 1)])
! second = lp.fuse_kernels([add, scale], data_flow=[("x", 0, 1)])
! third = lp.fuse_kernels([scale, add, scale], data_flow=[("x", 0, 1), ("x", 1, 2)])
! RESULT = [first, second, third]
!$loopy end
