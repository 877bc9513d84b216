! Type-bound procedures, and types, that no other file can name: the original is
! called inside its module.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=skipped
! CHECK-DAG: check: cell_advance: c: ok
! CHECK-DAG: check: free: c: ok
! CHECK-DAG: check: last: c: ok
! CHECK-DAG: check: both: c: ok
! CHECK-DAG: check: shape_reset: c: ok
! CHECK-DAG: check: smoothed: c: ok
! CHECK-DAG: check: scale_k: c: ok
module cells
  implicit none
  private
  type :: axis_t
    integer :: first = 1, last = 0
    real(8) :: step = 1
  end type
  type :: cell_t
    private
    type(axis_t) :: ax(2)
    integer :: n = 0
    real(8), allocatable :: a(:)
    real(8) :: w(3) = 0
  contains
    procedure, private :: advance => cell_advance
    procedure, private, nopass :: free
    procedure, private, pass(this) :: last
  end type
  type, extends(cell_t) :: big_t
    real(8), allocatable :: b(:,:)
  contains
    procedure :: both
  end type
contains
  subroutine cell_advance(self, dt)
    class(cell_t), intent(inout) :: self
    real(8), intent(in) :: dt
    integer :: i
    do i = 1, self%n
      self%a(i) = self%a(i) + dt*i + self%w(2)
    end do
  end subroutine
  ! Handed on as a whole, with elements whose components are arguments.
  pure real(8) function slope(self, f, i)
    class(cell_t), intent(in) :: self
    real(8), intent(in) :: f(:)
    integer, intent(in) :: i
    slope = (f(i + 1) - f(i))*self%w(1)/self%ax(2)%step
  end function
  subroutine smoothed(self, f)
    class(cell_t), intent(inout) :: self
    real(8), intent(in) :: f(:)
    integer :: i
    do i = 1, self%ax(2)%last
      self%a(i) = self%a(i) + slope(self, f, i)
    end do
    self%w(3) = self%w(3) + 1
  end subroutine
  subroutine free(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    x = x + 1
  end subroutine
  subroutine last(f, this)
    real(8), intent(in) :: f
    class(cell_t), intent(inout) :: this
    integer :: i
    do i = 1, this%n
      this%a(i) = this%a(i)*f
    end do
  end subroutine
  subroutine both(self, k)
    class(big_t), intent(inout) :: self
    integer, intent(in) :: k
    integer :: i
    do i = 1, self%n
      self%b(i, k) = self%b(i, k)*self%cell_t%a(i)
      self%w(1) = self%w(1) + self%b(i,k)
    end do
  end subroutine
end module
module shapes
  implicit none
  private
  type, abstract, public :: shape_t
    integer :: n = 0
    real(8), allocatable :: a(:)
  contains
    procedure(grow_i), deferred :: grow
    procedure, private :: reset => shape_reset
    procedure, public :: scale
  end type
  abstract interface
    subroutine grow_i(self, f)
      import :: shape_t
      class(shape_t), intent(inout) :: self
      real(8), intent(in) :: f
    end subroutine
  end interface
contains
  subroutine shape_reset(self, v)
    class(shape_t), intent(inout) :: self
    real(8), intent(in) :: v
    integer :: i
    do i = 1, self%n
      self%a(i) = self%a(i)*0.5d0 + v
    end do
  end subroutine
  subroutine scale(self, f)
    class(shape_t), intent(inout) :: self
    real(8), intent(in) :: f
    integer :: i
    !$loopy begin kernel: scale_k
    do i = 1, self%n
      self%a(i) = self%a(i)*f
    end do
    !$loopy end kernel: scale_k
  end subroutine
end module
