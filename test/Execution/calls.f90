! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl --param n=37 --param m=5 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=8 --param m=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=2 --param m=3 | FileCheck %s
! What is called in a kernel is part of it: subroutines and functions of
! modules, internal and external ones, with all kinds of arguments.
! CHECK-NOT: FAILED
! CHECK: check: columns{{.*}}: ok
! CHECK: check: sections{{.*}}: ok
! CHECK: check: bounds{{.*}}: ok
! CHECK: check: sequence{{.*}}: ok
! CHECK: check: by_value{{.*}}: ok
! CHECK: check: options{{.*}}: ok
! CHECK: check: functions{{.*}}: ok
! CHECK: check: conditions{{.*}}: ok
! CHECK: check: hosts{{.*}}: ok
! CHECK: check: chain{{.*}}: ok
! CHECK: check: by_name{{.*}}: ok
! CHECK-NOT: FAILED
module tools
  implicit none
  interface clip
    module procedure clip_one, clip_all
  end interface
  real(8) :: gain = 1.5d0
  real(8) :: offset = 0.25d0
contains
  ! Explicit shape, of an assumed shape with bounds of its own, assumed size.
  subroutine scale(x, k, factor)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    real(8), intent(in) :: factor
    integer :: i
    do i = 1, k
      x(i) = factor*x(i) + i
    end do
  end subroutine

  subroutine smooth(x)
    real(8), intent(inout) :: x(0:)
    integer :: i
    do i = 1, ubound(x, 1) - 1
      x(i) = x(i) + 0.5d0*i + size(x)
    end do
  end subroutine

  subroutine add_to(x, y, k)
    integer, intent(in) :: k
    real(8), intent(in) :: y(*)
    real(8), intent(inout) :: x(*)
    integer :: i
    do i = 1, k
      x(i) = x(i) + y(i)
    end do
  end subroutine

  subroutine clip_one(x, high)
    real(8), intent(inout) :: x
    real(8), intent(in) :: high
    if (x > high) x = high
  end subroutine

  subroutine clip_all(x, high)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: high
    integer :: i
    do i = 1, size(x)
      call clip(x(i), high)
    end do
  end subroutine

  pure real(8) function area(a, b) result(r)
    real(8), intent(in) :: a, b
    r = a*b
    if (r < 0) r = -r
  end function

  elemental real(8) function half(x)
    real(8), intent(in) :: x
    half = 0.5d0*x
  end function

  logical function inside(x)
    real(8), intent(in) :: x
    inside = 8*x - int(8*x) < 0.5d0
  end function

  integer function last_of(k)
    integer, intent(in) :: k
    last_of = k - mod(k, 2)
  end function

  subroutine damp(x, k, rate, count)
    integer, intent(in) :: k
    real(8), intent(inout) :: x(k)
    real(8), intent(in), optional :: rate
    integer, intent(out), optional :: count
    integer :: i
    real(8) :: r
    r = gain
    if (present(rate)) r = rate
    do i = 1, k
      x(i) = r*x(i) + offset
    end do
    if (present(count)) count = k
  end subroutine

  recursive real(8) function depth(k) result(r)
    integer, intent(in) :: k
    if (k > 0) then
      r = 1 + depth(k - 1)
    else
      r = 0
    end if
  end function
end module

subroutine columns(n, m, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), s
  integer :: j
  do j = 1, m
    call scale(a(1, j), n, 2.0d0)
    call scale(a(:, j), n, 0.5d0)
  end do
  call clip(s, 0.25d0)
end subroutine

subroutine sections(n, m, a, b)
  use tools
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(-1:n, 0:m)
  integer :: j
  do j = 1, m
    call smooth(b(:, j))
    call smooth(a(2:n:2, j))
    call smooth(a(n:1:-3, j))
  end do
  call clip(a(n, :), 0.75d0)
  call smooth(a(1, 2:m))
end subroutine

subroutine bounds(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n, 2*m)
  integer :: j
  call shifted(a, n, m)
  do j = 1, m
    call shifted(b(:, j:j + 1), n, 2)
  end do
  call shifted(b, n, m)
contains
  subroutine shifted(x, k, l)
    integer, intent(in) :: k, l
    real(8), intent(inout) :: x(0:k - 1, -1:l - 2)
    integer :: p, q
    do q = -1, l - 2
      do p = 0, k - 1
        x(p, q) = x(p, q) + p + 10*q
      end do
    end do
  end subroutine
end subroutine

subroutine sequence(n, m, a, w)
  use tools
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m, 3), w(n*m + 4)
  integer :: j
  do j = 1, m
    call scale(a(2, j, 1), n - 1, 3.0d0)
  end do
  call plane(a(1, 1, 2), n, m)
  call plane(w(3), n, m)
  call add_to(w, w(4), 1)
contains
  subroutine plane(x, k, l)
    integer, intent(in) :: k, l
    real(8), intent(inout) :: x(k, l)
    integer :: p, q
    do q = 1, l
      do p = 1, k
        x(p, q) = 2*x(p, q) - q
      end do
    end do
  end subroutine
end subroutine

subroutine by_value(n, x, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real(8), intent(inout) :: x(n)
  k = 2
  call count_down(k, k + 1, x(1))
  call count_down(k, 3*k, x(n))
  call twice(x(k), k)
contains
  subroutine count_down(result, from, y)
    integer, intent(inout) :: result
    integer, value :: from
    real(8), intent(inout) :: y
    from = from - 1
    result = 1
    y = y + from
  end subroutine
  ! The element is chosen when the call begins.
  subroutine twice(y, at)
    real(8), intent(inout) :: y
    integer, intent(inout) :: at
    at = at + 1
    y = 2*y + at
  end subroutine
end subroutine

subroutine options(n, x, y, k)
  use tools
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: k
  real(8), intent(inout) :: x(n), y(n)
  call damp(x, n)
  call damp(y, n, count=k, rate=0.125d0)
  call pass_on(y, n)
  call pass_on(x, n, 3.0d0)
contains
  subroutine pass_on(z, l, rate)
    integer, intent(in) :: l
    real(8), intent(inout) :: z(l)
    real(8), intent(in), optional :: rate
    call damp(z, l, rate)
    if (.not. present(rate)) z(1) = 7
  end subroutine
end subroutine

subroutine functions(n, x, y)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8), external :: cube
  real(8) :: mean, a, b
  integer :: i
  mean(a, b) = 0.5d0*(a + b)
  do i = 1, last_of(n)
    y(i) = half(x(i)) + area(x(i), area(y(i), 2.0d0)) - mean(cube(x(i)), y(i))
  end do
  do i = n, n
    y(last_of(i)/2 + 1) = mean(x(i), half(mean(x(1), 1.0d0)))
  end do
end subroutine

subroutine conditions(n, x, y)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (inside(x(i))) then
      y(i) = 1
    else if (i > 1 .and. inside(x(max(i - 1, 1)))) then
      y(i) = 2
    else if (.not. (y(i) < 0.25d0 .or. inside(half(x(i))))) then
      y(i) = 3
    else
      y(i) = y(i) + half(x(i))
    end if
  end do
end subroutine

subroutine hosts(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), y(0:n, m)
  real(8) :: work(n), weight
  integer :: i, j
  weight = 0.5d0
  do j = 1, m
    do i = 1, n
      work(i) = x(i)*j
    end do
    call apply(j)
  end do
contains
  ! Its own i, the host's n, work, weight and y.
  subroutine apply(column)
    integer, intent(in) :: column
    integer :: i
    real(8) :: part(n)
    do i = 1, n
      part(i) = weight*work(i)
    end do
    do i = 1, n
      y(i, column) = y(i, column) + part(n + 1 - i)
    end do
  end subroutine
end subroutine

subroutine chain(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    call first(x(i), i)
  end do
contains
  subroutine first(y, k)
    real(8), intent(inout) :: y
    integer, intent(in) :: k
    real(8) :: t
    t = y
    call next(y, t + k)
    y = y - t
  end subroutine
  subroutine next(y, add)
    real(8), intent(inout) :: y
    real(8), intent(in) :: add
    y = y + third(add)
  end subroutine
  real(8) function third(t)
    real(8), intent(in) :: t
    third = t*t
  end function
end subroutine

subroutine by_name(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n)
  real(8), external :: cube
  call each(cube, x, n)
  call each(negated, y, n)
contains
  subroutine each(f, z, k)
    interface
      real(8) function f(t)
        real(8), intent(in) :: t
      end function
    end interface
    integer, intent(in) :: k
    real(8), intent(inout) :: z(k)
    integer :: i
    do i = 1, k
      z(i) = f(z(i))
    end do
  end subroutine
  real(8) function negated(t)
    real(8), intent(in) :: t
    negated = -t
  end function
end subroutine

real(8) function cube(x)
  implicit none
  real(8), intent(in) :: x
  cube = x**3
end function
