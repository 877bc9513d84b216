! What is compared with constants lies on all sides of them: after inlining,
! through copies and expressions, in types of all kinds, for scalars in turn.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=c --seed=7 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED
! CHECK: check: phases: c: ok
! CHECK: check: phases: 14 of 14 branches taken
! CHECK: check: speeds: c: ok
! CHECK: check: speeds: 10 of 10 branches taken
! CHECK: check: kinds: c: ok
! CHECK: check: kinds: 12 of 12 branches taken
! CHECK: check: modes: c: ok
! CHECK: check: modes: 8 of 8 branches taken
! CHECK: check: caller: c: ok
! CHECK: check: caller: 4 of 4 branches taken
! CHECK: check: one: 2 of 2 branches taken
module constants
  implicit none
  real(8), parameter :: melting = 273.15d0, frozen = melting - 38
end module
subroutine phases(n, t, q, y)
  use constants
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n), q(n)
  real(8), intent(inout) :: y(n)
  real(8) :: here(n), scaled
  integer :: i
  do i = 1, n
    here(i) = t(i)
    if (here(i) < frozen) then
      y(i) = q(i)
    else if (t(i) < melting) then
      y(i) = 2*q(i)
    end if
    scaled = 1.8d0*(here(i) - melting) + 32
    if (scaled > 50) y(i) = y(i) + 1
    if (300 < t(i)) y(i) = y(i) + exp(0.01d0*(t(i) - melting))
    if (q(i) > 1d-8) y(i) = y(i)*q(i)
    if (q(i) < 0) y(i) = -1
    if (t(i)*t(i) > 280d0**2) y(i) = y(i) + 3
  end do
end subroutine
subroutine speeds(n, u, v, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: u(n), v(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (abs(u(i)) > 30) y(i) = 1
    if (sqrt(u(i)**2 + v(i)**2) > 40) y(i) = 2
    if (-2*v(i) > 9) y(i) = 3
    if (u(i) == 7.5) y(i) = 4
    if (v(i)/3 /= 2) y(i) = 5
  end do
end subroutine
subroutine kinds(n, kind, flags, y)
  implicit none
  integer, intent(in) :: n, kind(n)
  integer(2), intent(in) :: flags(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (kind(i) == 42) y(i) = 1
    if (kind(i) >= 1000) y(i) = 2
    if (mod(kind(i), 100) == 77) y(i) = 3
    if (iand(int(flags(i)), 255) == 64) y(i) = 4
    if (kind(i) < -5 .or. kind(i) == 42) y(i) = 5
    if (y(i) > 4.5d0) y(i) = 6
  end do
end subroutine
subroutine modes(n, mode, limit, smooth, y)
  implicit none
  integer, intent(in) :: n, mode
  real(8), intent(in) :: limit
  logical, intent(in) :: smooth
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (mode == 3) then
      y(i) = 2*y(i)
    else if (mode == 4) then
      y(i) = 3*y(i)
    end if
    if (limit > 100) y(i) = 1
    if (smooth) y(i) = y(i) + 0.5d0
  end do
end subroutine
subroutine caller(n, t, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    call one(t(i), y(i))
    if (y(i) == 5) y(i) = 6
    if (y(i) == 7) y(i) = 8
  end do
contains
  subroutine one(temperature, result)
    real(8), intent(in) :: temperature
    real(8), intent(out) :: result
    result = 7
    if (temperature > 500) result = 5
  end subroutine
end subroutine
