! However its loops are split, a kernel does as much. Strides, triangles and
! remainders make that a count of many cases, in which a tile is to be seen as
! the loop that it was.
! RUN: %loopyc %s -fsyntax-only | FileCheck %s
subroutine strided(n, m, a, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(-200:200)
  real(8), intent(inout) :: c(-200:200)
  integer :: i, j, k
  do i = 0, n
    do j = max(i-2, 1), m
      do k = j, 1, -2
        if (mod(i+j, 3) == 1) c(2*k) = c(2*k) + a(i)
      end do
    end do
  end do
end subroutine
!$loopy begin
! import itertools
! def brute(n, m):
!     return sum((i + j) % 3 == 1
!                for i in range(n + 1) for j in range(max(i-2, 1), m + 1)
!                for k in range(j, 0, -2))
! points = list(itertools.product([0, 2, 22], [1, 9, 31]))
! def check(what, knl):
!     ops = lp.get_op_map(knl, count_granularity="workitem",
!                         count_within_subscripts=False)
!     ops = ops.filter_by(dtype=[np.float64])
!     stores = lp.get_mem_access_map(knl, count_granularity="workitem")
!     stores = stores.filter_by(direction=["store"])
!     same = all(ops.eval_and_sum({"n": n, "m": m}) == brute(n, m) and
!                stores.eval_and_sum({"n": n, "m": m}) == brute(n, m)
!                for n, m in points)
!     print(what, "as often" if same else "otherwise")
!
! k, = lp.parse_fortran(SOURCE, FILENAME)
! # CHECK: whole as often
! check("whole", k)
! # CHECK-NEXT: split as often
! check("split", lp.split_iname(k, "i", 4, inner_tag="l.0", outer_tag="g.0"))
! # CHECK-NEXT: renamed as often
! check("renamed", lp.split_iname(k, "i", 16, inner_iname="z", outer_iname="y"))
! # CHECK-NEXT: everything as often
! tiles = lp.split_iname(lp.split_iname(k, "i", 12), "i_inner", 4)
! tiles = lp.split_iname(lp.split_iname(tiles, "j", 3), "k", 2)
! check("everything", tiles)
! RESULT = k
!$loopy end
