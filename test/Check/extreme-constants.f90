! Constants that no input of its kind can have, or next to which there is none,
! are no values to choose.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches | FileCheck %s
! CHECK: check: extremes: c: ok
subroutine extremes(n, mode, few, many, x, y)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: mode
  integer(1), intent(in) :: few(n)
  integer, intent(in) :: many(n)
  real(4), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (mode > 9000000000000000000_8 .or. mode < -9000000000000000000_8) y(i) = 1
    if (int(few(i)) > 300) y(i) = 2
    if (many(i) == huge(many)) y(i) = 3
    if (real(x(i), 8) > 1d60) y(i) = 4
    y(i) = y(i) + x(i)
  end do
end subroutine
!$loopy begin
!$loopy end
