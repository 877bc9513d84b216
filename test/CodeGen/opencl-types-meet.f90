! OpenCL overloads by type, and its pointers name their memory: operands of one
! type meet in max, and a component is picked in the memory where it lies.
! REQUIRES: opencl, gfortran
! RUN: %loopyc %s --target=opencl -Wno-serial --emit=device -o - | FileCheck %s
! RUN: %loopyc %s --target=opencl,c --check --param n=7 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --target=opencl,c --check --param n=1 | FileCheck %s --check-prefix=OK
! CHECK: max((int) {{.*}}, 4)]
! CHECK: __global double *) &w
! OK: check: meet: opencl: ok
! OK: check: meet: c: ok
! OK: check: lanes: opencl: ok
! OK: check: lanes: c: ok
subroutine meet(n, ib, a, q)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: ib(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: q(0:n+4)
  q(max(int(mod(ib(1), 3_8)), 4)) = a(1)
  q(min(max(int(ib(1)), 1), n)) = a(n)
end subroutine meet

subroutine lanes(n, g, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: g(n)
  real(8), intent(inout) :: o(n)
  real(8) :: w(n)
  integer :: i, j
  do i = 1, n
    w(i) = 0.5d0*g(i)
  end do
  do j = 1, n
    o(j) = w(n + 1 - j) + 0.125d0*j
  end do
end subroutine lanes
!$loopy begin
! kernels = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_array_axis(kernels["lanes"], ("w", 0, "F"), 4)
! RESULT = [kernels["meet"], lp.tag_array_axes(knl, "w", "vec,N0")]
!$loopy end
