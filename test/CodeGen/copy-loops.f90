! Loops that fetch have constant bounds at the edges, too, and conditions inside;
! what the whole tiles' code has is as it was, and loops that compute are.
! RUN: %loopyc %s --target=cuda,opencl,c -o %t
! RUN: FileCheck %s < %t.cu
! RUN: FileCheck %s --check-prefix=OPENCL < %t.cl
! RUN: FileCheck %s --check-prefix=C < %t.c

! CHECK-LABEL: product(
! CHECK: __shared__ __align__(16) float a_fetch[256];
! CHECK: if (64 * gid(0) + 63 < m
! CHECK: for (int a_dim_0_outer = 0; a_dim_0_outer < 4; ++a_dim_0_outer) {
! CHECK-NEXT: copy-loops.f90
! CHECK-NEXT: a_fetch[
! CHECK: } else {
! CHECK: #pragma unroll
! CHECK-NEXT: for (int a_dim_0_outer = 0; a_dim_0_outer < 4; ++a_dim_0_outer) {
! CHECK-NEXT: if (
! CHECK: a_fetch[
! CHECK-NEXT: a[

! OPENCL-LABEL: product(
! OPENCL: __local __attribute__((aligned(16))) float a_fetch[256];
! OPENCL: #pragma unroll
! OPENCL-NEXT: for (int a_dim_0_outer = 0; a_dim_0_outer < 4; ++a_dim_0_outer) {
! OPENCL-NEXT: if (
! Too long to be done whatever there is:
! OPENCL-LABEL: long_row(
! OPENCL: for (int x_dim_0 = 0; x_dim_0 < min(

! A thread that runs all work-items has shorter loops.
! C-NOT: #pragma unroll
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real, intent(in) :: a(m, l), b(l, n)
  real, intent(inout) :: c(m, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      do k = 1, l
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine

subroutine long_row(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + x(i)
  end do
end subroutine
!$loopy begin
! product, long_row = lp.parse_fortran(SOURCE, FILENAME)
! product = lp.split_iname(product, "i", 64, outer_tag="g.0")
! product = lp.split_iname(product, "i_inner", 16, outer_tag="ilp", inner_tag="l.0")
! product = lp.split_iname(product, "j", 4, outer_tag="g.1", inner_tag="l.1")
! product = lp.split_iname(product, "k", 4, slabs=(0, 1))
! product = lp.add_prefetch(product, "a", ["i_inner_outer", "i_inner_inner", "k_inner"])
! long_row = lp.split_iname(long_row, "i", 128, outer_tag="g.0")
! long_row = lp.add_prefetch(long_row, "x", ["i_inner"], default_tag=None)
! RESULT = [product, long_row]
!$loopy end
