! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
! Derived types in calls: what cannot be passed by components, with the reason
! at its place.
module m
  implicit none
  type vector
    real :: x, y
  end type
  type shape
    real :: size
  contains
    procedure :: grow => grow_shape
  end type
  type, extends(shape) :: circle
  contains
    procedure :: grow => grow_circle
  end type
  type particle
    real :: mass, at(2)
  end type
  type place
    integer :: at
    real :: x
  end type
  type(vector), private :: drift
contains
  subroutine grow_shape(self)
    class(shape), intent(inout) :: self
    self%size = 2*self%size
  end subroutine
  subroutine grow_circle(self)
    class(circle), intent(inout) :: self
    self%size = 4*self%size
  end subroutine
  subroutine twice(self)
    class(shape), intent(inout) :: self
    call self%grow()
    call self%grow()
  end subroutine
  real function length(v)
    type(vector), intent(in) :: v
    length = sqrt(v%x**2 + v%y**2)
  end function
  subroutine perhaps(v, x)
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'absent_vector' stays on the host: not supported: optional dummy argument 'v' of a derived type
    type(vector), intent(in), optional :: v
    real, intent(inout) :: x
    if (present(v)) x = v%x
  end subroutine
  elemental type(vector) function opposite(a)
    type(vector), intent(in) :: a
    opposite%x = -a%x
    opposite%y = -a%y
  end function
  elemental real function weight_of(a)
    type(vector), intent(in) :: a
    weight_of = a%x
  end function
  real function counted(x)
    real, intent(inout) :: x
    x = x + 1
    counted = x
  end function
  elemental real function weight(p)
    type(particle), intent(in) :: p
    weight = p%mass*p%at(2)
  end function
  subroutine drifted(v)
    type(vector), intent(inout) :: v
    v%x = v%x + drift%x
  end subroutine
end module

subroutine absent_vector(x)
  use m
  real, intent(inout) :: x
  call perhaps(x=x)
end subroutine

! Values of derived types are computed before the statement: not what may not be
! evaluated in it, or more than once, or changes something.
subroutine operand(x)
  use m
  real, intent(inout) :: x
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'operand' stays on the host: not supported: expression of a derived type in the right operand of .and. or .or., which need not be evaluated; write an if construct of its own for it
  if (x > 0 .and. length(vector(x, 4.0)) > 5) x = 0
end subroutine

subroutine masked(n, a)
  use m
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'masked' stays on the host: not supported: expression of a derived type in a where or forall statement; write loops
  where (a > length(vector(3.0, 4.0))) a = 0
end subroutine

subroutine implied(a)
  use m
  real, intent(inout) :: a(3)
  integer :: i
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'implied' stays on the host: not supported: expression of a derived type in an implied do; write a loop
  a = [(length(vector(real(i), 4.0)), i = 1, 3)]
end subroutine

subroutine chosen(x, v)
  use m
  real, intent(inout) :: x
  type(vector), intent(in) :: v
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'chosen' stays on the host: not supported: intrinsic 'merge' of a derived type; write an if construct
  x = length(merge(v, vector(1.0, x), x > 0))
end subroutine

subroutine all_of_them(n, v, x)
  use m
  integer, intent(in) :: n
  type(vector), intent(in) :: v(n)
  real, intent(out) :: x(n)
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'all_of_them' stays on the host: not supported: array-valued expression of a derived type; write a loop over the elements
  x = weight_of(opposite(v))
end subroutine

subroutine effect(x, y)
  use m
  real, intent(inout) :: x, y
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'effect' stays on the host: function 'counted' changes 'x', and stands in an expression of a derived type, which is evaluated before the rest of the statement; call it in a statement before
  y = x + length(vector(counted(x), 1.0))
end subroutine

subroutine subscripts(t)
  use m
  type(place), intent(inout) :: t(4)
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'subscripts' stays on the host: not supported: assignment to a variable of a derived type that its subscripts mention, too; keep them in a variable before
  t(t(1)%at) = place(1, 2.0)
end subroutine

! Which procedure is called?
subroutine polymorphic(s)
  use m
  class(shape), intent(inout) :: s
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'polymorphic' stays on the host: not supported: call of 'twice', which is chosen when the program runs
  call twice(s)
end subroutine

subroutine extended(s)
  use m
  type(circle), intent(inout) :: s
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'extended' stays on the host: not supported: call of 'twice', which is chosen when the program runs
  call twice(s)
end subroutine

! Elements of arrays of types, of which each has an array.
subroutine elements(n, p, b)
  use m
  integer, intent(in) :: n
  type(particle), intent(in) :: p(n)
  real, intent(out) :: b(n)
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'elements' stays on the host: not supported: array of a derived type for an elemental procedure that mentions the array component 'at'; write a loop over the elements
  b = weight(p)
end subroutine
