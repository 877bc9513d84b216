! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=2 | FileCheck %s
! Expressions of derived types: operators, structure constructors, functions of
! functions.
! CHECK-NOT: FAILED
! CHECK-DAG: check: operators{{.*}}: ok
! CHECK-DAG: check: constructors{{.*}}: ok
! CHECK-DAG: check: assigned{{.*}}: ok
! CHECK-DAG: check: places{{.*}}: ok
! CHECK-DAG: check: functions{{.*}}: ok
! CHECK-DAG: check: itself{{.*}}: ok
! CHECK-DAG: check: named{{.*}}: ok
! CHECK-DAG: check: hosts{{.*}}: ok
! CHECK-DAG: check: nested{{.*}}: ok
! CHECK-DAG: check: defaults{{.*}}: ok
! CHECK-DAG: check: concurrent{{.*}}: ok
module vectors
  implicit none
  type vector
    real(8) :: x, y
  contains
    procedure :: turned
  end type
  type segment
    type(vector) :: from, to
    real(8) :: at(3)
  end type
  type counted
    integer :: n = 3
    type(vector) :: v = vector(0.5d0, 0.25d0)
    real(8) :: w(2) = 1.5d0
    real(8) :: u
  end type
  interface operator(+)
    module procedure plus
  end interface
  interface operator(-)
    module procedure minus, negated
  end interface
  interface operator(*)
    module procedure scaled, dot
  end interface
  interface operator(.turn.)
    module procedure turned
  end interface
  interface assignment(=)
    module procedure from_number
  end interface
  type(vector), parameter :: unit = vector(1, 0)
contains
  pure type(vector) function plus(a, b)
    type(vector), intent(in) :: a, b
    plus%x = a%x + b%x
    plus%y = a%y + b%y
  end function
  pure function minus(a, b) result(c)
    type(vector), intent(in) :: a, b
    type(vector) :: c
    c = vector(a%x - b%x, a%y - b%y)
  end function
  pure function negated(a) result(c)
    type(vector), intent(in) :: a
    type(vector) :: c
    c = vector(0, 0) - a
  end function
  pure function scaled(s, a) result(c)
    real(8), intent(in) :: s
    type(vector), intent(in) :: a
    type(vector) :: c
    c%x = s*a%x
    c%y = s*a%y
  end function
  pure real(8) function dot(a, b)
    type(vector), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y
  end function
  pure real(8) function length(a)
    class(vector), intent(in) :: a
    length = sqrt(a%x**2 + a%y**2)
  end function
  pure function turned(self) result(c)
    class(vector), intent(in) :: self
    type(vector) :: c
    c = vector(-self%y, self%x)
  end function
  pure subroutine from_number(a, s)
    type(vector), intent(out) :: a
    real(8), intent(in) :: s
    a%x = s
    a%y = -s
  end subroutine
  pure function line(a, b) result(l)
    type(vector), intent(in) :: a, b
    type(segment) :: l
    l = segment(a, b, [a%x, b%y, 2d0])
  end function
  pure real(8) function span(l)
    type(segment), intent(in) :: l
    span = length(l%to - l%from) + sum(l%at)
  end function
  pure function started(u) result(r)
    real(8), intent(in) :: u
    type(counted) :: r
    r%u = u
    if (u > 0.5d0) r%n = 7
  end function
  pure real(8) function total(c)
    type(counted), intent(in) :: c
    total = c%n + c%v%x + 2*c%v%y + sum(c%w) + c%u
  end function
  subroutine move(a, by)
    type(vector), intent(inout) :: a
    type(vector), intent(in) :: by
    a%x = a%x + by%x
    a = a + by
  end subroutine
  pure integer function steps(a)
    type(vector), intent(in) :: a
    steps = int(mod(abs(a%x) + abs(a%y), 3d0))
  end function

  subroutine operators_in_module(n, x, y, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: z(n)
    type(vector) :: a, b, c
    integer :: i
    do i = 1, n
      a = vector(x(i), y(i))
      b = 2d0*a + unit
      c = a + 0.5d0*(b - a) - (-b)
      z(i) = c*(a + b) + length(.turn. (c - a)) + dot((c), unit)
      b = (c)
      z(i) = z(i) + b%x
    end do
  end subroutine
  subroutine constructors(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    integer :: i
    do i = 1, n
      z(i) = length(vector(x(i), 4d0)) + span(segment(vector(1, x(i)), unit, [1d0, x(i), x(n)]))
      z(i) = z(i) + length(vector(y=length(vector(1, x(i))), x=z(i)))
    end do
  end subroutine
  subroutine assigned_in_module(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    type(vector) :: a
    integer :: i
    do i = 1, n
      a = x(i)
      a = a%x*a
      a = vector(a%y, a%x)
      a = a + a
      z(i) = a%x + 2*a%y
      a = vector(x(i), 1)*vector(2, 3)
      z(i) = z(i) + length(a)
    end do
  end subroutine
  subroutine places_in_module(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    type(vector) :: a, b
    integer :: i, j
    do i = 1, n
      a = vector(x(i), 1)
      b = vector(i, 0.25d0)
      z(i) = 0
      if (length(a - b) > n/2) then
        z(i) = 1
      else if (length(a + b) > n/3) then
        z(i) = 2 + length(2d0*b)
      else if (i > n/2) then
        z(i) = 3
      else if (length(a - 2d0*b) > n/4) then
        z(i) = 4
      else
        z(i) = 5
      end if
      do j = steps(a + b), steps(b - a) + 3, steps(0d0*a) + 1
        z(i) = z(i) + j
      end do
      do while (length(a + a) < 9)
        a = a + vector(1, 1)
        z(i) = z(i) + 1
      end do
      select case (steps(a + 2d0*b))
      case (0)
        z(i) = z(i) + 100
      case (1)
        z(i) = z(i) - 100
      end select
      if (length(a - b) > 5) z(i) = -z(i)
      call move(a, by=a - b)
      z(i) = z(i) + a%x
    end do
  end subroutine
  subroutine functions_in_module(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    type(segment) :: l
    integer :: i
    do i = 1, n
      l = line(vector(x(i), 2), unit + vector(0, x(i)))
      z(i) = span(l) + span(line(l%to, l%from - unit))
      if (x(i) > 0.5d0) z(i) = z(i) + span(segment(unit, .turn. l%to, l%at*2))
    end do
  end subroutine
  ! Names that associate constructs give.
  subroutine named_in_module(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    type(vector) :: a
    integer :: i
    do i = 1, n
      a = vector(x(i), 1)
      associate (d => a - vector(1, i), far => length(a + unit), p => a)
        p = vector(p%y, p%x)
        z(i) = d%x + far*length(d) + p%x
        p = drifted(length(d))
        a = a + p
      end associate
      z(i) = z(i) + 2*a%x + a%y
    end do
  end subroutine
  function drifted(s) result(r)
    real(8), intent(in) :: s
    type(vector) :: r
    r%x = s
    r%y = s + r%x
  end function
  subroutine hosts_in_module(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    type(vector) :: v, wind
    integer :: i
    do i = 1, n
      v = vector(x(i), 1)
      wind = vector(2, x(i))
      wind = blown(x(i))
      v = v + wind
      z(i) = v%x + 2*v%y
    end do
  contains
    ! It mentions what its result is assigned to.
    type(vector) function blown(t)
      real(8), intent(in) :: t
      blown%x = wind%y + t
      blown%y = wind%x - blown%x
    end function
  end subroutine
  subroutine itself_in_module(n, x, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n), y(n)
    type(vector) :: v(4)
    integer :: i, k
    do i = 1, n
      do k = 1, 4
        v(k) = vector(x(i), k)
      end do
      do k = 2, 4
        v(k) = v(k) + v(k - 1)
        v(k - 1) = v(k) - v(k - 1)
      end do
      x(i) = v(4)*v(1)
      y(i) = length(v(2) + v(3))
    end do
  end subroutine
  subroutine nested(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    integer :: i
    do i = 1, n
      z(i) = inner(vector(x(i), i))
    end do
  contains
    real(8) function inner(a)
      type(vector), intent(in) :: a
      type(vector) :: b
      b = a - 2d0*unit
      inner = length(a + b) + twice(b + a)
    end function
    real(8) function twice(a)
      type(vector), intent(in) :: a
      twice = length(2d0*(a + vector(n, 1)))
    end function
  end subroutine
  subroutine defaults(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    integer :: i
    do i = 1, n
      z(i) = total(started(x(i))) + total(counted(u=x(i))) + total(counted(2, u=1d0, w=[x(i), 2d0]))
    end do
  end subroutine
  subroutine concurrent(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: z(n)
    integer :: i
    z = 0
    do concurrent (i = 1:n, length(unit + vector(i, x(i))) > 4)
      z(i) = length(vector(x(i), 1) - unit)
    end do
  end subroutine
  subroutine marked(n, x, z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: z(n)
    integer :: i
  !$loopy begin kernel: marked
    do i = 1, n
      z(i) = z(i) + length(vector(x(i), 1) - unit) + total(started(x(i)))
    end do
  !$loopy end kernel: marked
  end subroutine
end module

subroutine operators(n, x, y, z)
  use vectors, only: operators_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: z(n)
  call operators_in_module(n, x, y, z)
end subroutine

subroutine assigned(n, x, z)
  use vectors, only: assigned_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  call assigned_in_module(n, x, z)
end subroutine

subroutine places(n, x, z)
  use vectors, only: places_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  call places_in_module(n, x, z)
end subroutine

subroutine functions(n, x, z)
  use vectors, only: functions_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  call functions_in_module(n, x, z)
end subroutine

subroutine named(n, x, z)
  use vectors, only: named_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  call named_in_module(n, x, z)
end subroutine

subroutine hosts(n, x, z)
  use vectors, only: hosts_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: z(n)
  call hosts_in_module(n, x, z)
end subroutine

subroutine itself(n, x, y)
  use vectors, only: itself_in_module
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  call itself_in_module(n, x, y)
end subroutine
