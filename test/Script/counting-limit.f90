! A count that falls into too many cases ends with an error that says what to
! do, not after minutes.
! RUN: not %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
! CHECK: error: {{.*}}the count of its instances falls into too many cases; fix some of the parameters
subroutine coins(n, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: c(0:n)
  integer :: i, j, k
  do i = 0, n
    do j = 0, n
      do k = 0, n
        if (101*i + 103*j + 107*k <= n .and. 109*i + 113*j + 127*k <= n) then
          c(i) = c(i) + 1
        end if
      end do
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! lp.get_op_map(k, count_granularity="workitem", count_within_subscripts=False)
! RESULT = k
!$loopy end
