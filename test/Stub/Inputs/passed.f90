! Procedures with arguments of derived types, which are inlined: whole variables,
! elements, parts, nested, bound ones; functions with results of such.
module bodies
  implicit none
  type vector
    real(8) :: x, y
  contains
    procedure :: norm2 => squared
    procedure :: scale
    procedure :: twice
  end type
  type particle
    type(vector) :: at, v
    real(4) :: q
    real(8) :: u(3)
  end type
  type state
    integer :: n
    real(8), allocatable :: h(:), f(:)
    type(vector) :: drift
  end type
  type settings
    real(8) :: gain = 1.25d0, floor = 0.5d0
  end type
  type(settings) :: chosen
  interface operator(+)
    module procedure plus
  end interface
contains
  ! One element, with nested components; an array component as a whole.
  subroutine kick(p, dt)
    type(particle), intent(inout) :: p
    real(8), intent(in) :: dt
    type(vector) :: middle
    middle%x = p%at%x + 0.5d0*dt*p%v%x
    middle%y = p%at%y + 0.5d0*dt*p%v%y
    call move(p%at, middle, p%v, dt)
    p%u = p%u(3:1:-1) + p%q
  end subroutine
  subroutine move(at, middle, v, dt)
    type(vector), intent(inout) :: at
    type(vector), intent(in) :: middle, v
    real(8), intent(in) :: dt
    at = middle
    at%x = at%x + 0.5d0*dt*v%x
    at%y = at%y + 0.5d0*dt*v%y
  end subroutine
  real(8) function energy(p)
    type(particle), intent(in) :: p
    energy = 0.5d0*p%q*(p%v%x**2 + p%v%y**2)
  end function
  subroutine kicks(n, p, e, dt)
    integer, intent(in) :: n
    type(particle), intent(inout) :: p(n)
    real(8), intent(out) :: e(n)
    real(8), intent(in) :: dt
    integer :: i
    do i = 1, n
      call kick(p(i), dt)
      e(i) = energy(p(i)) + energy(p(n + 1 - i))
    end do
  end subroutine

  ! Arrays of types: assumed shape, explicit shape from an element on.
  subroutine cycle(p, shift)
    type(particle), intent(inout) :: p(:)
    type(vector), intent(in) :: shift
    integer :: i
    do i = 1, size(p)
      p(i)%at%x = p(i)%at%x + shift%x
      p(i)%u(2) = p(i)%u(1) + i
    end do
  end subroutine
  subroutine clear(m, p)
    integer, intent(in) :: m
    type(particle), intent(inout) :: p(0:m - 1)
    integer :: i
    do i = 0, m - 1
      p(i)%q = 2*p(i)%q + i
    end do
  end subroutine
  subroutine cycle_all(n, p, shift)
    integer, intent(in) :: n
    type(particle), intent(inout) :: p(n)
    type(vector), intent(in) :: shift
    call cycle(p, shift)
    call cycle(p(2:n:2), shift)
    call clear(n - 2, p(3))
  end subroutine

  ! Components that lie apart, with bounds that only the host knows.
  subroutine step(s, dt)
    type(state), intent(inout) :: s
    real(8), intent(in) :: dt
    integer :: i
    do i = lbound(s%h, 1) + 1, ubound(s%h, 1)
      s%f(i) = s%h(i) - s%h(i - 1) + s%drift%x
    end do
    call apply(s, dt)
  end subroutine
  subroutine apply(s, dt)
    type(state), intent(inout) :: s
    real(8), intent(in) :: dt
    integer :: i
    do i = lbound(s%f, 1) + 1, ubound(s%f, 1)
      s%h(i) = s%h(i) + dt*s%f(i)
    end do
  end subroutine
  subroutine advance(s, dt)
    type(state), intent(inout) :: s
    real(8), intent(in) :: dt
    call step(s, dt)
    call step(s, 0.5d0*dt)
  end subroutine
  ! Of one element.
  subroutine blocks(all, b, dt)
    type(state), intent(inout) :: all(:)
    integer, intent(in) :: b
    real(8), intent(in) :: dt
    call step(all(b), dt)
  end subroutine

  ! Procedures of the type.
  real(8) function squared(self)
    class(vector), intent(in) :: self
    squared = self%x**2 + self%y**2
  end function
  subroutine scale(self, factor)
    class(vector), intent(inout) :: self
    real(8), intent(in) :: factor
    self%x = factor*self%x
    self%y = factor*self%y
  end subroutine
  subroutine twice(self)
    class(vector), intent(inout) :: self
    if (self%norm2() > 1) call self%scale(0.5d0)
    call self%scale(2d0)
  end subroutine
  subroutine bound(n, v, r)
    integer, intent(in) :: n
    type(vector), intent(inout) :: v(n)
    real(8), intent(out) :: r(n)
    integer :: i
    do i = 1, n
      call v(i)%twice()
      r(i) = v(i)%norm2()
    end do
  end subroutine

  ! Functions whose results are of a derived type.
  type(vector) function plus(a, b)
    type(vector), intent(in) :: a, b
    plus%x = a%x + b%x
    plus%y = a%y + b%y
  end function
  function turned(a) result(r)
    type(vector), intent(in) :: a
    type(vector) :: r
    r = vector(-a%y, a%x)
  end function
  subroutine sums(n, a, b)
    integer, intent(in) :: n
    type(vector), intent(in) :: a(n)
    type(vector), intent(inout) :: b(n)
    type(vector) :: t, c
    integer :: i
    do i = 1, n
      t = turned(a(i))
      c = t + b(i)
      b(i) = c + a(n + 1 - i)
    end do
  end subroutine

  ! Components of variables of a module, and of the host.
  subroutine rest(v)
    type(vector), intent(inout) :: v
    v%x = max(chosen%floor, chosen%gain*v%x)
  end subroutine
  subroutine rests(n, v)
    integer, intent(in) :: n
    type(vector), intent(inout) :: v(n)
    integer :: i
    do i = 1, n
      call rest(v(i))
    end do
  end subroutine
  subroutine through_host(n, v, s)
    integer, intent(in) :: n
    type(vector), intent(inout) :: v(n), s
    integer :: i
    do i = 1, n
      call add(v(i))
    end do
  contains
    subroutine add(v)
      type(vector), intent(inout) :: v
      v%x = v%x + s%x
      v%y = v%y + s%y
    end subroutine
  end subroutine
end module
