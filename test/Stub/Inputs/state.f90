! Subroutines whose kernels read and write variables of modules: scalars, arrays
! with bounds of their own, allocatable ones, renamed ones, private ones, and
! those that bound the arguments.
module clock
  implicit none
  real(8) :: step = 0.125d0
  real(8), protected :: started = 0
  integer :: ticks = 0
contains
  subroutine set_step(s)
    real(8), intent(in) :: s
    step = s
    started = started + 1
  end subroutine set_step
end module clock

module state
  use clock, only: dt => step, ticks, started
  implicit none
  private
  integer, public :: nx = 5, ny = 3
  real(8), allocatable, public :: h(:, :)
  real(8), public :: top(-1:1) = [1d0, 2d0, 3d0]
  real(8) :: gain = 2d0
  logical :: wet = .true.
  public :: fill, advance, add_up, gained
contains

  subroutine fill()
    integer :: i, j
    do j = lbound(h, 2), ubound(h, 2)
      do i = lbound(h, 1), ubound(h, 1)
        h(i, j) = 10*i + j + started
      end do
    end do
  end subroutine fill

  subroutine advance(u, weight)
    real(8), intent(inout) :: u(nx, ny)
    real(8), intent(in) :: weight(:)
    integer :: i, j
    do j = 1, ny
      do i = 1, nx
        if (wet) u(i, j) = u(i, j) + dt*gain*h(i, j)*weight(i) + top(0)
      end do
    end do
  end subroutine advance

  subroutine add_up(n, x)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    integer :: i
    do i = 1, n
      gain = gain + x(i)
      top(-1) = top(-1) + gain
    end do
    ticks = ticks + 1
  end subroutine add_up

  real(8) function gained()
    gained = gain
  end function gained
end module state

subroutine outside(n, x)
  use state, only: top, length => nx
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)*length + top(1)
  end do
end subroutine outside

!$loopy begin
! set_step, fill, advance, add_up, outside = lp.parse_fortran(SOURCE, FILENAME)
! advance = lp.split_iname(advance, "i", 4, outer_tag="g.0", inner_tag="l.0")
! outside = lp.split_iname(outside, "i", 4, outer_tag="g.0", inner_tag="l.0")
! RESULT = [fill, advance, add_up, outside]
!$loopy end
