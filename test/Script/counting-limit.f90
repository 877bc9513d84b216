! A count that falls into too many cases ends with an error that says what to
! do, not after minutes.
! RUN: not %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
! CHECK: error: {{.*}}the count of its instances falls into too many cases; fix some of the parameters
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
! k = lp.split_iname(k, "i", 4, inner_tag="l.0", outer_tag="g.0")
! lp.get_op_map(k, count_granularity="workitem", count_within_subscripts=False)
! RESULT = k
!$loopy end
