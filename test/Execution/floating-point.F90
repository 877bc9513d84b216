! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DK=8 --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %loopyc %s -DK=4 --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %loopyc %s -DK=4 --check --target=c --param n=0 | FileCheck %s --check-prefix=NONE
! What floating-point numbers are made of: zeros of either sign, numbers that
! are not normal, infinities, what is no number.
! CHECK: check: model: opencl: ok
! CHECK: check: model: c: ok
! CHECK: check: ieee: opencl: ok
! CHECK: check: ieee: c: ok
! NONE: check: model: c: ok
! NONE: check: ieee: c: ok
pure real(K) function special(a, i)
  implicit none
  integer, parameter :: wp = K
  real(wp), intent(in) :: a
  integer, intent(in) :: i
  select case (mod(i, 9))
  case (1)
    special = 0
  case (2)
    special = -0.0_wp
  case (3)
    special = sign(tiny(a)/4, a)
  case (4)
    special = sign(huge(a), a)
  case (5)
    special = tiny(a)
  case (6)
    special = scale(1.0_wp, mod(i, 30) - 15)
  case default
    special = a
  end select
end function

subroutine model(n, a, r, e)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: a(n)
  real(wp), intent(out) :: r(n, 8)
  integer, intent(out) :: e(n)
  real(wp) :: x
  real(wp), external :: special
  integer :: i
  do i = 1, n
    x = special(a(i), i)
    e(i) = exponent(x)
    r(i, 1) = fraction(x)
    r(i, 2) = scale(a(i), mod(i, 11) - 5_8)
    r(i, 3) = set_exponent(x, mod(i, 20) - 10)
    r(i, 4) = spacing(x)
    r(i, 5) = rrspacing(a(i))
    r(i, 6) = nearest(x, 1.0)
    r(i, 7) = nearest(x, -2.0d0)
    r(i, 8) = spacing(scale(tiny(x), 3))
  end do
end subroutine

subroutine ieee(n, a, b, r, which)
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: a(n), b(n)
  real(wp), intent(out) :: r(n, 2)
  logical, intent(out) :: which(n, 8)
  real(wp) :: x, infinite
  real(wp), external :: special
  integer :: i
  do i = 1, n
    x = special(a(i), i)
    infinite = huge(x)*(2 + abs(a(i)))
    if (mod(i, 9) == 7) x = sign(infinite, a(i))
    if (mod(i, 9) == 8) x = infinite - infinite
    which(i, 1) = ieee_is_nan(x)
    which(i, 2) = ieee_is_finite(x)
    which(i, 3) = ieee_is_normal(x)
    which(i, 4) = isnan(x)
    which(i, 5) = ieee_unordered(x, b(i))
    which(i, 6) = .not. ieee_is_nan(x)
    which(i, 7) = ieee_is_negative(b(i))
    which(i, 8) = .false.
    if (.not. ieee_is_nan(x)) which(i, 8) = ieee_is_negative(x)
    r(i, 1) = ieee_copy_sign(a(i), b(i))
    r(i, 2) = ieee_scalb(a(i), mod(i, 9) - 4)
  end do
end subroutine
