! Bounds of allocatable arrays that no declaration says, where a subscript is no
! affine expression: what is left of a division, what is computed of reals, and
! array assignments, whose arrays have to be of one size.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check | FileCheck %s
! CHECK: check: rest: c: ok
! CHECK: check: from_real: c: ok
! CHECK: check: moved: c: ok
! CHECK: check: whole: c: ok
module g
  real(8), allocatable :: u(:, :), w(:, :)
  integer :: imax
  type flux
    real(8), allocatable :: up(:, :)
  end type
contains
  subroutine rest
    integer :: i, ip
    do i = 1, imax
      ip = modulo(i, imax) + 1
      w(ip, 1) = u(i, 1)
    end do
  end subroutine
  subroutine from_real(n, x, r)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: r(n)
    integer :: i, i0
    do i = 1, n
      i0 = int(x(i))
      r(i) = u(i0, 1)*(x(i) - i0) + u(i0 + 1, 1)
    end do
  end subroutine
  subroutine moved(n, m)
    integer, intent(in) :: n, m
    integer :: i, j
    do j = 1, m
      do i = 1, n
        w(i, modulo(j + 1, m) + 1) = u(i, j)
      end do
    end do
    u = w
  end subroutine
  subroutine whole(n, nk, a, f)
    integer, intent(in) :: n, nk
    real(8), intent(in) :: a(4, nk, n)
    type(flux), intent(inout) :: f
    real(8) :: t(4, nk + 1)
    integer :: j, k
    do j = 1, n
      t(:, 1) = 0.5d0
      do k = 1, nk
        t(:, k + 1) = 0.25d0*t(:, k) + a(:, k, j)
      end do
      f%up(j, :) = sum(t, 1)
    end do
  end subroutine
end module
