! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-branches %s | FileCheck %s
! What a region's statements call finds in a variable of a module what the
! region's own find there.
! CHECK: check: scaled: c: ok
! CHECK: check: whole: c: ok
! CHECK: check: counted: c: ok
module coefficients
  implicit none
  type constants
    real(8) :: limit = 0.25d0, length = 40d0
    integer :: calls = 0
  end type
  type(constants), save :: cst
contains
  elemental real(8) function stability(ri)
    real(8), intent(in) :: ri
    stability = ri*cst%limit
  end function
  subroutine scale(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    integer :: i
    !$loopy begin kernel: scaled
    do i = 1, n
      b(i) = cst%length*stability(a(i))
    end do
    !$loopy end kernel: scaled
  end subroutine
  subroutine count_calls
    cst%calls = cst%calls + 1
  end subroutine
end module
module others
  use coefficients
  implicit none
contains
  subroutine whole(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    b = cst%length*stability(a)
  end subroutine
  subroutine counted(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    cst%calls = 2
    do i = 1, n
      call count_calls
      a(i) = a(i) + cst%calls
    end do
  end subroutine
end module
