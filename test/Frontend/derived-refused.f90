! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
! Derived types in calls: what cannot be passed by components, with the reason
! at its place.
module m
  implicit none
  type vector
    real :: x, y
  end type
  type started
    real :: x = 1
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
  type(vector), private :: drift
  type(vector) :: wind
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
  subroutine fresh(s)
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'reset' stays on the host: not supported: dummy argument 's' of a derived type with default values and intent(out); use intent(inout), and assign them
    type(started), intent(out) :: s
    s%x = s%x + 1
  end subroutine
  subroutine local_value(x)
    real, intent(inout) :: x
    type(started) :: s
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'initial' stays on the host: not supported: component 's%x' of a local variable that has a value when the procedure begins (save or initialisation)
    x = x + s%x
  end subroutine
  type(vector) function plus(a, b)
    type(vector), intent(in) :: a, b
    plus%x = a%x + b%x
    plus%y = a%y + b%y
  end function
  function with_drift(s) result(r)
    real, intent(in) :: s
    type(vector) :: r
    r%x = s
    r%y = wind%x + s
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

subroutine reset(s)
  use m
  type(started), intent(inout) :: s
  call fresh(s)
end subroutine

subroutine initial(x)
  use m
  real, intent(inout) :: x
  call local_value(x)
end subroutine

subroutine temporary(x)
  use m
  real, intent(out) :: x
  ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'temporary' stays on the host: not supported: expression of a derived type as an argument; assign it to a variable before
  x = length(vector(3.0, 4.0))
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

subroutine itself(n, v)
  use m
  integer, intent(in) :: n
  type(vector), intent(inout) :: v(n)
  integer :: i
  do i = 2, n
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'itself' stays on the host: not supported: assignment to a variable of a derived type that its value or subscripts mention, too; assign components, by variables in between
    v(i) = plus(v(i), v(i - 1))
  end do
end subroutine

subroutine unnamed(v)
  use m
  type(vector), intent(inout) :: v
  ! CHECK-DAG: {{.*}} 'unnamed' stays on the host: not supported: component 'x' of 'drift', which 'drifted' mentions, but which has no name here; pass it as an argument
  call drifted(v)
end subroutine

! A name of an associate construct stands for the variable that the value reads.
subroutine other_name(n, b)
  use m
  integer, intent(in) :: n
  real, intent(inout) :: b(n)
  type(vector) :: w
  integer :: i
  do i = 1, n
    w%x = b(i)
    w%y = i
    associate (p => w)
      ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'other_name' stays on the host: not supported: assignment to a variable of a derived type that its value
      p = vector(w%y, w%x)
    end associate
    b(i) = w%x
  end do
end subroutine

subroutine other_result(b)
  use m
  real, intent(inout) :: b
  type(vector) :: w
  w%x = b
  w%y = 1
  associate (p => w)
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'other_result' stays on the host: not supported: assignment to a variable of a derived type that its value
    p = plus(w, w)
  end associate
  b = w%x
end subroutine

subroutine mentioned(b)
  use m
  real, intent(inout) :: b
  associate (p => wind)
    ! CHECK-DAG: derived-refused.f90:[[#@LINE+1]]:{{.*}} 'mentioned' stays on the host: not supported: function 'with_drift', which mentions the variable that its result is assigned to
    p = with_drift(b)
  end associate
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
