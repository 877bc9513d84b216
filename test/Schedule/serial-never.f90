! Chunks of as many iterations as planes are fetched ahead have none left to fetch
! in their loop; nobody is told that one work-item does.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=opencl -Werror -o %t/x
! RUN: FileCheck %s < %t/x.cl
! CHECK: gid(2)
! CHECK: barrier(
! CHECK: for (int k_inner
! CHECK-NOT: copy_rows
subroutine sums(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: u(n, n, m)
  real, intent(inout) :: v(n, n, m)
  integer :: i, j, k
  do k = 1, m - 1
    do j = 1, n
      do i = 2, n - 1
        v(i, j, k) = u(i - 1, j, k) + u(i + 1, j, k) + u(i, j, k + 1)
      end do
    end do
  end do
end subroutine

!$loopy begin
! sums, = lp.parse_fortran(SOURCE, FILENAME)
! sums = lp.split_iname(sums, "i", 32, outer_tag="g.0", inner_tag="l.0")
! sums = lp.split_iname(sums, "j", 4, outer_tag="g.1", inner_tag="l.1")
! sums = lp.split_iname(sums, "k", 2, outer_tag="g.2")
! sums = lp.add_prefetch(sums, "u", ["i_inner", "j_inner"], rolling="k_inner", lookahead=2, fetch_bounding_box=True)
! RESULT = lp.copy_rows(sums, "u_fetch")
!$loopy end
