! Atomic updates need no launch of their own between them, only before and after
! them. Each launch asks the device for the extensions.
! RUN: %loopyc %s --target=opencl -o %t
! RUN: FileCheck %s --check-prefix=CL --input-file=%t.cl
! RUN: FileCheck %s --check-prefix=HOST --input-file=%t_host.c
! CL: __kernel
! CL: h[{{.*}}] = 0
! CL: __kernel
! CL: atom_add(&h[ix[
! CL: atom_add(&h[
! CL: __kernel
! CL: y[{{.*}}] = h[
! CL-NOT: __kernel
!
! HOST: needed_extensions[] = {"cl_khr_int64_base_atomics", NULL};
! HOST: int scatter_part_launch_opencl(
! HOST: take_kernel(queue, &launched, &function)
! HOST: int scatter_0_part_launch_opencl(
! HOST: take_kernel(queue, &launched, &function)
! HOST: int scatter_1_part_launch_opencl(
! HOST: take_kernel(queue, &launched, &function)
! HOST: int scatter_launch_opencl(
! HOST-NOT: take_kernel
subroutine scatter(n, ix, h, y)
  implicit none
  integer, intent(in) :: n, ix(n)
  integer(8), intent(inout) :: h(n), y(n)
  integer :: i, j, k
  do i = 1, n
    h(i) = 0
  end do
  do j = 1, n
    h(ix(j)) = h(ix(j)) + 1
    h(n + 1 - j) = h(n + 1 - j) + 2
  end do
  do k = 1, n
    y(k) = h(n + 1 - k)
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.make_atomic(knl, "h")
! for iname in ["i", "j", "k"]:
!     knl = lp.split_iname(knl, iname, 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
