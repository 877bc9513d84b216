! Rows of one shape, of several arrays, are copied in one call, which shares what
! it computes; others are not. Where an array ends is asked of each.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=cuda -o %t/x
! RUN: FileCheck %s < %t/x.cu
! RUN: %if nvcc %{ nvcc -arch=sm_80 -Werror all-warnings -I %t -ptx %t/x.cu -o %t/80.ptx %}
! RUN: %if nvcc %{ nvcc -arch=sm_75 -Werror all-warnings -I %t -ptx %t/x.cu -o %t/75.ptx %}
! RUN: %loopyc %s --target=opencl -o %t/x
! RUN: FileCheck %s --check-prefix=OPENCL < %t/x.cl

! CHECK: void copy_rows_ahead_float_of_2(int *shifts,
! CHECK: if (begin_0 > end_0 - ((rows - 1) * from_pitch + columns + 6) ||
! CHECK-NEXT: begin_1 > end_1 - ((rows - 1) * from_pitch + columns + 6) ||
! CHECK-NEXT: ((first & 3) && start_1 != start_0)) {
! CHECK-COUNT-2: copy_rows_ahead_float_at_end(
! CHECK: {{^}}sums(
! CHECK: copy_rows_ahead_float(a_fetch + 0, a, 32 * gid(0)
! CHECK: int shifts[2];
! CHECK-NEXT: copy_rows_ahead_float_of_2(shifts, b_fetch + 0, b, 32 * gid(0) + n * (8 * gid(1)), m * n,
! CHECK-NEXT: c_fetch + 0, c, 32 * gid(0) + n * (8 * gid(1)), m * n,
! CHECK: b_fetch_shift = shifts[0];
! CHECK-NEXT: c_fetch_shift = shifts[1];
! CHECK-NOT: copy_rows
! CHECK: await_copies_0();
! CHECK: {{^}}exact(
! CHECK: copy_rows_loopyc_cdouble_of_2(shifts,
! OPENCL: copy_rows_float_of_2(shifts, b_fetch + 0,
subroutine sums(n, m, a, b, c, d)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m), b(n, m), c(n, m)
  real, intent(inout) :: d(n, m)
  integer :: i, j
  do j = 1, m
    do i = 2, n
      d(i, j) = a(i, j) + b(i-1, j) + b(i, j) + c(i-1, j) + c(i, j)
    end do
  end do
end subroutine

! 16 bytes each: rows begin with a piece, and end with one.
subroutine exact(n, m, a, b, d)
  implicit none
  integer, intent(in) :: n, m
  complex(8), intent(in) :: a(n, m), b(n, m)
  complex(8), intent(inout) :: d(n, m)
  integer :: i, j
  do j = 1, m
    do i = 2, n
      d(i, j) = a(i-1, j) + a(i, j) + b(i-1, j) + b(i, j)
    end do
  end do
end subroutine

!$loopy begin
! def tiled(knl, *arrays):
!     knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
!     for array in arrays:
!         knl = lp.add_prefetch(knl, array, ["i_inner", "j_inner"])
!         knl = lp.copy_rows(knl, array + "_fetch")
!     return knl
!
! sums, exact = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [tiled(sums, "a", "b", "c"), tiled(exact, "a", "b")]
!$loopy end
