! A procedure that its module keeps to itself is called from inside.
! RUN: %loopyc %s --check --target=c | FileCheck %s
! REQUIRES: gfortran

! CHECK: check: hidden: c: ok
! CHECK: check: shaped: c: ok
module closed
  implicit none
  private
  real, parameter :: factor = 3
contains
  subroutine hidden(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = factor*x(i)
    end do
  end subroutine hidden

  subroutine shaped(x)
    real, intent(inout) :: x(0:, :)
    integer :: i
    do i = 1, size(x, 2)
      x(0, i) = i
    end do
  end subroutine shaped
end module closed
