! A triangular loop with a stride and a condition counts the same, and about as
! fast, after a split.
! RUN: %loopyc %s -fsyntax-only
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
! k, = lp.parse_fortran(SOURCE, FILENAME)
! def adds(knl):
!     ops = lp.get_op_map(knl, count_granularity="workitem", count_within_subscripts=False)
!     return ops.filter_by(dtype=[np.float64])
! split = lp.split_iname(k, "i", 4, inner_tag="l.0", outer_tag="g.0")
! whole, parts = adds(k), adds(split)
! for n, m in [(0, 0), (1, 5), (7, 7), (13, 4), (22, 31)]:
!     counted = sum(1 for i in range(n + 1) for j in range(max(i - 2, 1), m + 1)
!                   for _ in range(j, 0, -2) if (i + j) % 3 == 1)
!     for got in (whole, parts):
!         assert got.eval_and_sum({"n": n, "m": m}) == counted
! lp.get_mem_access_map(split, count_granularity="workitem")
! RESULT = k
!$loopy end
