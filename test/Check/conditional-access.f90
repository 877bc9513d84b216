! Inputs are chosen so that what is under a condition on data may run: the lower
! bound of w is 1.
! RUN: %loopyc %s --check --target=c | FileCheck %s
! REQUIRES: gfortran

! CHECK: check: either: c: ok
module flagged
  real, allocatable :: w(:)
contains
  subroutine run(n, flag, a)
    integer, intent(in) :: n
    logical, intent(in) :: flag
    real, intent(inout) :: a(n)
    integer :: i
    !$loopy begin kernel: either
    do i = 1, n
      if (flag) then
        a(i) = a(i) + w(i)
      else
        a(i) = 2*a(i)
      end if
    end do
    !$loopy end kernel: either
  end subroutine
end module
