! Arguments that the procedure passed along may not change are expressions.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>&1 | FileCheck %s --implicit-check-not=warning
! CHECK: check: weights: c: ok
subroutine weights(m, w)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: w(m)
  integer :: j
  do j = 1, m
    w(j) = w(j) + quad(sq, 0d0, 1d0 + w(j))
  end do
contains
  real(8) function quad(f, a, b)
    interface
      pure real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: a, b
    quad = 0.5d0*(f(a) + f(b))
  end function
  pure real(8) function sq(x)
    real(8), intent(in) :: x
    sq = x*x
  end function
end subroutine
