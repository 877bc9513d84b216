! A buffer of what only a launch behind it would set is loaded with nothing.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: smallest: ok

subroutine smallest(m, ia, best, at)
  implicit none
  integer, intent(in) :: m
  integer, intent(in) :: ia(m)
  integer, intent(inout) :: best(m), at(m)
  integer :: i, j
  do i = 1, m
    do j = 1, i
      if (ia(j) < best(i)) then
        best(i) = ia(j)
        at(i) = j
      end if
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "j", 3, outer_tag="g.0", inner_tag="ilp")
! k = lp.insert_global_barriers(k)
! RESULT = lp.buffer_array(k, "best_rank_partial", ["i"], default_tag="l.auto")
!$loopy end
