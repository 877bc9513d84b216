! Regions see what their modules keep to themselves: they are compiled inside of
! a copy of the module then, and their variables of derived types are made of the
! components that the kernel has.
! RUN: %loopyc %s --check --target=c -w | FileCheck %s --implicit-check-not=skipped --implicit-check-not=FAILED
! REQUIRES: gfortran

! CHECK: check: limited: c: ok
! CHECK: check: generic: c: ok
! CHECK: check: generic: 2 of 2 branches taken
! CHECK: check: whole: c: ok
! CHECK: check: renamed: c: ok
! CHECK: check: allocated_parts: c: ok
! CHECK: check: inner: c: ok
! CHECK: check: indices: c: ok
module closed
  implicit none
  private
  integer, parameter :: np = 4
  type op
    real(8) :: d(np, np)
  end type
  type column
    real(8) :: t(5)
    integer :: bottom
  end type
  type grid
    integer :: nx
    real(8), allocatable :: dx(:)
    real(8), pointer :: area(:) => null()
    type(column), allocatable :: columns(:)
  end type
  interface sat
    module procedure sat4, sat8
  end interface
contains
  pure real(8) function lim(r)
    real(8), intent(in) :: r
    lim = max(0d0, min(2*r, 1d0))
  end function
  elemental real(4) function sat4(t)
    real(4), intent(in) :: t
    sat4 = 1.5*t
  end function
  elemental real(8) function sat8(t)
    real(8), intent(in) :: t
    sat8 = 1.5d0*t
  end function
  subroutine limited(n, q, scale)
    integer, intent(in) :: n
    real(8), intent(inout) :: q(n)
    real(8), intent(in), optional :: scale
    integer :: i
    do i = 1, n
      q(i) = lim(q(i))
    end do
  end subroutine
  subroutine generic(n, q, scale)
    integer, intent(in) :: n
    real(8), intent(inout) :: q(n)
    real(8), intent(in), optional :: scale
    integer :: i
    do i = 1, n
      if (q(i) > 0.9d0) q(i) = sat(q(i))
    end do
  end subroutine
  function applied(s, dv) result(g)
    real(8), intent(in) :: s(np)
    type(op), intent(in) :: dv
    real(8) :: g(np)
    g = matmul(dv%d, s)
  end function
  subroutine whole(n, dv, u, v)
    integer, intent(in) :: n
    type(op), intent(in) :: dv
    real(8), intent(in) :: u(np, n)
    real(8), intent(out) :: v(np, n)
    integer :: e
    do e = 1, n
      v(:, e) = applied(u(:, e), dv)
    end do
  end subroutine
  subroutine renamed(np, p, tau)
    integer, intent(in) :: np
    type(column), intent(inout) :: p(0:np)
    real(8), intent(in) :: tau
    integer :: i, k
    do i = 1, np
      associate (pp => p(i))
        do k = max(1, min(pp%bottom, 5)), 5
          pp%t(k) = pp%t(k)/tau
        end do
      end associate
    end do
  end subroutine
  real(8) function width(g, i)
    type(grid), intent(in) :: g
    integer, intent(in) :: i
    width = g%dx(i)*g%area(i) + g%columns(i)%t(2)
  end function
  subroutine allocated_parts(g, q)
    type(grid), intent(inout) :: g
    real(8), intent(inout) :: q(g%nx)
    integer :: i
    do i = 1, g%nx
      q(i) = q(i)*width(g, i)
      g%columns(i)%t(3) = q(i)
    end do
  end subroutine
  subroutine inner(g, q)
    type(grid), intent(in) :: g
    real(8), intent(inout) :: q(g%nx)
    integer :: i
    do i = 1, g%nx
      q(i) = doubled(i)
    end do
  contains
    real(8) function doubled(i)
      integer, intent(in) :: i
      doubled = 2*lim(g%dx(i))
    end function
  end subroutine
  subroutine indices(n, x, scale)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n, n)
    real(8), intent(in), optional :: scale
    integer :: i, j
    do concurrent (i = 1:n)
      x(i, 1) = lim(x(i, 1))
    end do
    do concurrent (i = 1:n, j = 2:n)
      x(i, j) = lim(x(i, j))
    end do
  end subroutine
end module closed
