! An element that is updated under a condition of the data: where it holds in no
! iteration, there need not be such an element.
! RUN: not %loopyc %s --set NAME=open -o %t 2>&1 | FileCheck %s --check-prefix=OPEN
! OPEN: error: kernel 'open': {{.*}}no parallel reduction, for y[ix[0] - 1] is accessed only where x[i{{.*}}] > 2.0{{.*}} holds, and may lie outside of the array where it does not
! RUN: %loopyc %s --set NAME=inside -o %t
! RUN: %loopyc %s --set NAME=always -o %t
subroutine open(n, x, y, ix)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 2) y(ix(1)) = y(ix(1)) + x(i)
  end do
end subroutine

subroutine inside(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 2) y(n) = y(n) + x(i)
  end do
end subroutine

subroutine always(n, x, y, ix)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(ix(1)) = y(ix(1)) + x(i)
  end do
end subroutine

!$loopy begin
! k = lp.parse_fortran(SOURCE, FILENAME)[NAME]
! RESULT = lp.split_iname(k, "i", 8, inner_tag="l.0")
!$loopy end
