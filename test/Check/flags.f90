! Flags are not all true or all false in a run: any two of the first three go
! together in three of the four ways.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED
! CHECK: check: one: 2 of 2 branches taken
! CHECK: check: three: 4 of 4 branches taken
subroutine one(n, a, b, x, y)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: a, b
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (a .and. .not. b) then
      y(i) = y(i) + x(i)
    else
      y(i) = y(i)*x(i)
    end if
  end do
end subroutine
subroutine three(n, a, b, limit, x, y)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: a, b
  real(8), intent(in) :: limit, x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (b .and. limit > 30) then
      y(i) = y(i) + x(i)
    else if (a) then
      y(i) = y(i)*x(i)
    end if
  end do
end subroutine
!$loopy begin
!$loopy end
