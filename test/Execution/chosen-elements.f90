! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 --param k=3 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=12 --param k=-2 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param k=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=0 --param k=2 --init ix=1 | FileCheck %s
! Actual arguments whose elements are chosen while the program runs: by vector
! subscripts, and by strides that are variables.
! CHECK-NOT: FAILED
! CHECK-DAG: check: gathers{{.*}}: ok
! CHECK-DAG: check: strides{{.*}}: ok
! CHECK-DAG: check: both{{.*}}: ok
! CHECK-DAG: check: passed_on{{.*}}: ok
! CHECK-DAG: check: shapes{{.*}}: ok
! CHECK-DAG: check: changed{{.*}}: ok
! CHECK-DAG: check: once{{.*}}: ok
! CHECK-DAG: check: elements{{.*}}: ok
! CHECK-DAG: check: returned{{.*}}: ok
! CHECK-DAG: check: components{{.*}}: ok
! CHECK-DAG: check: marked{{.*}}: ok
module tools
  implicit none
  type particles
    real(8), allocatable :: x(:)
  end type
  integer :: calls = 0
contains
  pure real(8) function weighted(x)
    real(8), intent(in) :: x(:)
    integer :: i
    weighted = 10*size(x) + lbound(x, 1) + 3*ubound(x, 1)
    do i = 1, size(x)
      weighted = weighted + i*x(i)
    end do
  end function
  ! Other bounds.
  pure real(8) function shifted(x)
    real(8), intent(in) :: x(-1:)
    integer :: i
    shifted = size(x)
    do i = -1, size(x) - 2
      shifted = shifted + (i + 2)*x(i)
    end do
  end function
  pure real(8) function explicit(x, m)
    integer, intent(in) :: m
    real(8), intent(in) :: x(0:m - 1)
    integer :: i
    explicit = m
    do i = 0, m - 1
      explicit = explicit + (i + 1)*x(i)
    end do
  end function
  pure real(8) function plane(x, m, l)
    integer, intent(in) :: m, l
    real(8), intent(in) :: x(m, 0:l - 1)
    integer :: i, j
    plane = 0
    do j = 0, l - 1
      do i = 1, m
        plane = plane + (i + 10*j)*x(i, j)
      end do
    end do
  end function
  subroutine doubled(x, y)
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: y(:)
    integer :: i
    do i = 1, size(x)
      x(i) = 2*x(i) + y(i) + i
    end do
  end subroutine
  ! Those after the first, by a vector of those.
  pure real(8) function behind(x, ix)
    real(8), intent(in) :: x(:)
    integer, intent(in) :: ix(:)
    behind = weighted(x(2:)) + weighted(x(size(x):1:-1))
    if (size(ix) > 0) behind = behind + shifted(x(ix)) + explicit(x(ix(1):), 1)
  end function
  subroutine advance(x, at, k, s)
    real(8), intent(in) :: x(:)
    integer, intent(inout) :: at, k
    real(8), intent(inout) :: s
    integer :: i
    at = at + 1
    k = k + 1
    do i = 1, size(x)
      s = s + i*x(i)
    end do
  end subroutine
  integer function counted(i)
    integer, intent(in) :: i
    calls = calls + 1
    counted = i + calls
  end function
  elemental subroutine fold(x, y)
    real(8), intent(inout) :: x
    integer, intent(inout) :: y
    x = x + 0.5d0*y
    y = 2
  end subroutine
  pure function twice(x)
    real(8), intent(in) :: x(:)
    real(8) :: twice(size(x))
    twice = 2*x
  end function
  elemental integer function other(i)
    integer, intent(in) :: i
    other = i
  end function
end module

subroutine gathers(n, ix, a, s)
  use tools
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: ix(n)
  real(8), intent(in) :: a(-2:n, 3)
  real(8), intent(out) :: s(8)
  integer :: i
  do i = 1, n
    ix(i) = mod(7*i, n) - 2 + mod(i, 3)
  end do
  s(1) = weighted(a(ix, 2))
  s(2) = shifted(a(ix(n:1:-1), 1))
  s(3) = explicit(a(ix, 3), n)
  s(4) = weighted(a(ix + 1, 2))
  s(5) = weighted(a([0, -1, -2, 0], 1))
  s(6) = weighted(a(0, ix(1:n/3)*0 + 2))
  s(7) = weighted(a(other(ix), 2))
  s(8) = weighted(a(ix(1:0), 2))
end subroutine

subroutine strides(n, k, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: a(0:n + 3, 2)
  real(8), intent(out) :: s(8)
  integer :: i
  s(1) = weighted(a(::k, 1))
  s(2) = weighted(a(1:n:abs(k), 2))
  s(3) = shifted(a(n:1:-abs(k), 2))
  s(4) = weighted(a(n:1:abs(k) + n, 2))
  s(5) = explicit(a(1::abs(k), 1), n/abs(k))
  s(6) = weighted(a(1, 1:2:abs(k)))
  s(7) = weighted(a(3::k, 1))
  s(8) = weighted(a(:2:k, 1))
  call doubled(a(::k, 1), a(::k, 2))
  do i = 1, 2
    call doubled(a(i:n:2*i, i), a(n + 3 - i:0:-i, 3 - i))
  end do
  ! Without bounds, these are the array's: nothing.
  s(1) = s(1) + weighted(a(::-1, 1)) + weighted(a(1::-1, 2))
  a(::-2, 1) = 0
end subroutine

subroutine both(n, k, ix, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: ix(n)
  real(8), intent(in) :: a(n + 2, n + 2)
  real(8), intent(out) :: s(n + 4)
  integer :: i
  do i = 1, n
    ix(i) = n + 1 - i
  end do
  s = 0
  do i = 1, n
    s(i) = weighted(a(ix(1:i), ix(i))) + weighted(a(ix(i), ::k))
  end do
  s(n + 1) = plane(a(ix, ::abs(k)), n, (n + 1)/abs(k))
  s(n + 2) = plane(a(::abs(k), ix), (n + 1 + abs(k))/abs(k), n)
  if (n > 2) s(n + 3) = plane(a(ix(1:2), 1:3), 3, 2)
end subroutine

subroutine passed_on(n, k, ix, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s(3)
  integer :: i
  do i = 1, n
    ix(i) = mod(5*i, n) + 1
  end do
  s(1) = behind(a(ix), ix(::abs(k)))
  s(2) = 0
  if (n > 0) s(2) = behind(a(n:1:-abs(k)), [1, 1])
  s(3) = behind(a, ix(ix))
end subroutine

subroutine shapes(n, a, ix, s)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(2, n, 2)
  integer, intent(inout) :: ix(n)
  real(8), intent(out) :: s
  integer :: i
  do i = 1, n
    ix(i) = n + 1 - i
  end do
  s = plane(a(:, ix, 1), 2, n) + plane(a(1, ix, :), n, 2) + explicit(a(2:1:-1, ix, 2), 2*n)
end subroutine

! Of the time of the call.
subroutine changed(n, k, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: a(n + 6)
  real(8), intent(inout) :: s(3)
  integer :: at, step, from
  step = abs(k)
  at = 1
  call advance(a(at::step), at, step, s(1))
  call advance(a(n + 4:1:-step), step, at, s(2))
  from = 1
  call advance(a([at, from, 3] + from), from, at, s(3))
end subroutine

subroutine once(n, a, s, m)
  use tools
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n + 20)
  real(8), intent(inout) :: s
  integer, intent(out) :: m
  calls = 0
  s = s + weighted(a(1:n + 3:counted(1)))
  m = calls
  s = s + weighted(a([1, 2, 3] + counted(2)))
  m = m + 10*calls
  calls = 0
end subroutine

subroutine elements(n, k, a, b)
  use tools
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: b(n)
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    b(i) = i
  end do
  call fold(a(::abs(k)), b(1:(n - 1 + abs(k))/abs(k)))
  call fold(a(n:1:-abs(k)), b(1::abs(k)))
end subroutine

subroutine returned(n, k, ix, a, b)
  use tools
  implicit none
  integer, intent(in) :: n, k
  integer, intent(inout) :: ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    ix(i) = mod(3*i, n) + 1
  end do
  b = twice(a(ix)) + b
  b(1:(n - 1 + abs(k))/abs(k)) = twice(a(::abs(k)))
end subroutine

subroutine components(n, k, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: s(n)
  type point
    real(8) :: at(4)
  end type
  type(point) :: p
  integer :: i, ix(4)
  do i = 1, n
    p%at = a(i) + [1, 2, 3, 4]
    ix = [2, 1, 4, 3]
    s(i) = weighted(p%at(ix)) + weighted(p%at(::k))
  end do
end subroutine

subroutine marked(n, k, a, s)
  use tools
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: s(n)
  integer :: i, ix(n)
  do i = 1, n
    ix(i) = n + 1 - i
  end do
  !$loopy begin kernel: marked
  do i = 1, n
    s(i) = s(i) + weighted(a(ix(1:i))) + weighted(a(i:n:abs(k)))
  end do
  !$loopy end kernel: marked
end subroutine
