! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 --param m=5 -Werror=serial | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=0 --param m=3 | FileCheck %s
! Functions that return arrays, and elemental subroutines with arrays.
! CHECK-NOT: FAILED
! CHECK-DAG: check: step{{.*}}: ok
! CHECK-DAG: check: lengths{{.*}}: ok
! CHECK-DAG: check: smoothed{{.*}}: ok
! CHECK-DAG: check: nested{{.*}}: ok
! CHECK-DAG: check: masked{{.*}}: ok
! CHECK-DAG: check: clipped{{.*}}: ok
! CHECK-DAG: check: exchanged{{.*}}: ok
! CHECK-DAG: check: marked{{.*}}: ok
! CHECK-DAG: check: tested{{.*}}: ok
! A function in a logical reduction is called for each element.
! RUN: %loopyc %s --verify --target=c --param n=70 --param m=1 | FileCheck %s --check-prefix=VERIFY
! VERIFY-NOT: FAILED
module shapes
  implicit none
  type field
    real(8), allocatable :: q(:, :)
  end type
contains
  pure function flux(u) result(f)
    real(8), intent(in) :: u(3)
    real(8) :: f(3), p
    p = 0.4d0*(u(3) - 0.5d0*u(2)**2/u(1))
    f(1) = u(2)
    f(2) = u(2)**2/u(1) + p
    f(3) = u(2)/u(1)*(u(3) + p)
  end function
  pure function cross(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
  ! Of the size of an argument, with a bound of its own.
  pure function smooth(x)
    real(8), intent(in) :: x(:)
    real(8) :: smooth(0:size(x) - 1)
    integer :: i
    do i = 1, size(x)
      smooth(i - 1) = (x(max(i - 1, 1)) + x(i) + x(min(i + 1, size(x))))/3
    end do
  end function
  ! Of a size that is an argument; it calls another one.
  function powers(x, k)
    integer, intent(in) :: k
    real(8), intent(in) :: x
    real(8) :: powers(k), two(2)
    integer :: j
    two = pair(x)
    powers = two(1)
    do j = 2, k
      powers(j) = powers(j - 1)*two(2)
    end do
  end function
  pure function pair(x)
    real(8), intent(in) :: x
    real(8) :: pair(2)
    pair = [x, 0.5d0*x]
  end function
  elemental subroutine clip(x, low, hits)
    real(8), intent(inout) :: x
    real(8), intent(in) :: low
    integer, intent(inout), optional :: hits
    if (x < low) then
      x = low
      if (present(hits)) hits = hits + 1
    end if
  end subroutine
  elemental subroutine exchange(x, y)
    real(8), intent(inout) :: x, y
    real(8) :: t
    t = x
    x = y
    y = t
  end subroutine

  subroutine step(n, u, w, r)
    integer, intent(in) :: n
    real(8), intent(in) :: u(3, n), w(3, n)
    real(8), intent(inout) :: r(3, n)
    integer :: i
    do i = 1, n
      r(:, i) = flux(u(:, i) + 4) - 0.5d0*cross(u(:, i), w(:, i))
    end do
  end subroutine
  subroutine lengths(n, u, s)
    integer, intent(in) :: n
    real(8), intent(in) :: u(3, n)
    real(8), intent(out) :: s(n)
    integer :: i
    do i = 1, n
      s(i) = dot_product(u(:, i), cross(cross(u(:, i), [1d0, 2d0, 3d0]), u(3:1:-1, i)))
      if (any(flux(u(:, i) + 3) > 1)) s(i) = -s(i)
    end do
  end subroutine
  subroutine smoothed(n, m, a, b)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    real(8), intent(inout) :: b(n, m)
    integer :: j
    do j = 1, m
      b(:, j) = 2*smooth(a(:, j)) + smooth(smooth(b(:, j)))
    end do
    b(1:n, 1) = smooth(b(n:1:-1, 1))
  end subroutine
  subroutine nested(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(4, n)
    integer :: i
    do i = 1, n
      y(:, i) = powers(x(i), 4)
    end do
  end subroutine
  subroutine masked(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: y(n)
    where (smooth(x) > 0.5d0) y = smooth(y)
  end subroutine
  subroutine clipped(n, m, x, y, hits)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: x(-1:n, m), y(n)
    integer, intent(inout) :: hits(n)
    call clip(x, 0.25d0)
    call clip(x(1:n, 1), y)
    call clip(y(n:1:-1), 2*y - 1, hits)
  end subroutine
  subroutine exchanged(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, 4)
    call exchange(a(:, 1), a(:, 3))
    call exchange(a(1:n:2, 2), a(1:n:2, 4))
  end subroutine
  subroutine marked(n, m, a, f)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    type(field), intent(inout) :: f
    !$loopy begin kernel: marked
    call clip(f%q, 0.125d0)
    a(:, m) = a(:, m) + smooth(a(:, 1))
    !$loopy end kernel: marked
  end subroutine
  elemental subroutine primitive(rho, m, e, u, p)
    real(8), intent(in) :: rho, m, e
    real(8), intent(out) :: u, p
    u = m/(rho + 1)
    p = max(0.4d0*(e - 0.5d0*m*u), 1d-8)
  end subroutine
  elemental real(8) function pressure(rho, m, e)
    real(8), intent(in) :: rho, m, e
    real(8) :: u
    call primitive(rho, m, e, u, pressure)
  end function
  elemental logical function isThin(rho, e)
    real(8), intent(in) :: rho, e
    isThin = pressure(rho, 0.1d0, e) < 0.1d0
  end function
  subroutine tested(n, q, k, some)
    integer, intent(in) :: n
    real(8), intent(in) :: q(n, 3)
    integer, intent(inout) :: k
    logical, intent(inout) :: some
    if (any(pressure(q(:, 1), q(:, 2), q(:, 3)) > 0.35d0)) k = k + 1
    if (any(pressure(q(:, 1), q(:, 2), q(:, 3)) > 3)) k = k + 2
    if (all(pressure(q(:, 1), q(:, 2), q(:, 3)) < 0.2d0)) k = k + 4
    if (all(pressure(q(:, 1), q(:, 2), q(:, 3)) < 3)) k = k + 8
    some = dot_product(isThin(q(:, 1), q(:, 2)), q(:, 3) > 0.9d0)
  end subroutine
end module
