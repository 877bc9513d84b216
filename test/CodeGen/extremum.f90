! An extremum with its places: (value, rank) in registers and in local memory;
! of equal values, the one of the lower rank, which comes first. The loop
! variables are found again from the rank; what is read there is carried.
! RUN: %loopyc %s -Wno-serial --target=opencl --emit=device -o - | FileCheck %s
! RUN: %loopyc %s -Wno-serial --target=cuda --emit=device -o - | FileCheck %s --check-prefix=LANES
! CHECK-NOT: reassociates
! CHECK: double low_shared[4];
! CHECK: low_rank_shared[4];
! CHECK: double x_shared[4];
! CHECK-NOT: at_{{.*}}shared
! CHECK: double low_partial = {{.*}}INFINITY;
! CHECK: low_rank_partial = 9223372036854775807
! CHECK: int cond = a[{{.*}}] < low_partial;
! CHECK: if (cond) {
! CHECK: low_partial = a[
! CHECK: low_rank_partial = {{.*}}lid(0){{.*}} + {{.*}}j * {{.*}}n;
! CHECK: x_partial = b[
! CHECK: low_shared[lid(0)] = low_partial;
! CHECK: if (lid(0) <= 1) {
! CHECK: x_shared[lid(0)] = low_shared[lid(0) + 2] < low_shared[lid(0)] ||
! CHECK-NEXT: (low_shared[lid(0) + 2] == low_shared[lid(0)] &&
! CHECK: ? x_shared[lid(0) + 2] : x_shared[lid(0)];
! CHECK: low_rank_shared[lid(0)] = low_shared[lid(0) + 2] < low_shared[lid(0)] ||
! CHECK: ? low_rank_shared[lid(0) + 2] : low_rank_shared[lid(0)];
! CHECK: low_shared[lid(0)] = low_rank_shared[lid(0)] == low_rank_shared[lid(0) + 2] ?
! CHECK: if (low_shared[0] < low[0]) {
! CHECK-NEXT: /* extremum.f90:
! CHECK-NEXT: at[0] = {{.*}}low_rank_shared[0]
! CHECK-NEXT: row[0] = (int) {{.*}}floor_div{{.*}}low_rank_shared[0]
! CHECK-NEXT: x[0] = x_shared[0];
! CHECK-NEXT: low[0] = low_shared[0];
! Lanes of a warp read each other's.
! LANES-NOT: __syncthreads
! LANES: low_shared = low_partial;
! LANES: double low_shared_2 = shuffle_down_f64_of_4(low_shared, 2);
! LANES: int64_t low_rank_shared_2 = shuffle_down_i64_of_4(low_rank_shared, 2);
! LANES: double x_shared_2 = shuffle_down_f64_of_4(x_shared, 2);
! LANES-NEXT: if (lid(0) <= 1) {
! LANES-NEXT: x_shared = low_shared_2 < low_shared ||
! LANES-NEXT: (low_shared_2 == low_shared && low_rank_shared_2 < low_rank_shared) ? x_shared_2 :
subroutine lowest(n, m, a, b, low, at, row, x)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(n, m)
  real(8), intent(inout) :: low, x
  integer, intent(inout) :: at, row
  integer :: i, j
  do j = 1, m
    do i = 1, n
      if (a(i, j) < low) then
        low = a(i, j)
        at = i
        row = j
        x = b(i, j)
      end if
    end do
  end do
end subroutine lowest

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 4, inner_tag="l.0")
!$loopy end
