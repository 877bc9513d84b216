! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --verify --target=opencl,c -Wno-serial --param n=37 --param m=5 --init top="i0 - 2" -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -Wno-serial --param n=2 --param m=1 --init top="i0 - 2" -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param n=130 --param m=33 --init top="i0 - 2" -o %t | FileCheck %s
! Assignments to whole arrays and sections, with sides that overlap.
! CHECK-DAG: check: whole: opencl: ok
! CHECK-DAG: check: whole: c: ok
! CHECK-DAG: check: strides: opencl: ok
! CHECK-DAG: check: strides: c: ok
! CHECK-DAG: check: shifts: opencl: ok
! CHECK-DAG: check: shifts: c: ok
! CHECK-DAG: check: planes: opencl: ok
! CHECK-DAG: check: planes: c: ok
! CHECK-DAG: check: vectors: opencl: ok
! CHECK-DAG: check: vectors: c: ok
! CHECK-DAG: check: constructors: opencl: ok
! CHECK-DAG: check: constructors: c: ok
! CHECK-DAG: check: levels: opencl: ok
! CHECK-DAG: check: levels: c: ok
! CHECK-DAG: check: assumed: opencl: ok
! CHECK-DAG: check: assumed: c: ok
module sections
  implicit none
contains
  ! Broadcast, conversions, elemental intrinsics; bounds that are not 1.
  subroutine whole(n, m, a, b, c, k, flag)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(0:n, -1:m), b(n + 1, m + 2)
    real(4), intent(inout) :: c(n + 1, m + 2)
    integer, intent(inout) :: k(n + 1, m + 2)
    logical, intent(inout) :: flag(n + 1, m + 2)
    real(8), parameter :: weights(4) = [0.5d0, 1.5d0, -2d0, 1d0]
    a = 2*b + sqrt(abs(a)) - 1
    c = a
    k = nint(10*b)
    flag = mod(k, 2) == 0 .and. a > 0.5d0
    b = merge(b, -a, flag)
    b(1, :) = real(n, 4)
    b(2, 1:m) = max(b(2, 1:m), c(2, 2:m + 1), 0.25d0)
    a(:, -1) = k(:, 1)/3
    b(1:2, m) = weights(2:3)
    b(1:n:n, 1) = b(1, 1)
  end subroutine

  subroutine strides(n, a, b, step)
    integer, intent(in) :: n, step
    real(8), intent(inout) :: a(n), b(2*n)
    b(1:2*n:2) = a
    a = b(2*n:1:-2)
    b(2::2) = -a(n:1:-1)
    b(1:n:abs(step) + 1) = 2*b(1:n:abs(step) + 1)
    a(1:0) = 7
  end subroutine

  ! Each needs its own order, or a copy.
  subroutine shifts(n, a, b, c, d, e, f)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n), c(n), d(n), e(n), f(n)
    a(2:n) = a(1:n - 1)
    b(1:n - 1) = b(2:n) + b(1)
    c = c(n:1:-1)
    d(2:n - 1) = d(1:n - 2) + 2*d(2:n - 1) + d(3:n)
    e = e/e(n) + e(1)
    f(1:n/2) = f(n/2 + 1:2*(n/2)) - f(1:n/2)
  end subroutine

  subroutine planes(n, m, u, v)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: u(n, m), v(n, m, 3)
    integer :: j
    u(2:n, :) = u(1:n - 1, :)
    u(:, 1:m - 1) = u(:, 2:m) + u(:, 1:m - 1)
    u(1:n - 1, 2:m) = u(2:n, 1:m - 1)
    u = u(n:1:-1, m:1:-1)
    do j = 1, m
      v(2:n, j, 1) = v(1:n - 1, j, 1)
      v(1:n - 1, j, 2) = v(2:n, j, 2)
    end do
    v(:, :, 3) = v(:, :, 1)*v(:, :, 2)
    v(:, :, 1:2) = v(:, :, 2:3)
  end subroutine

  subroutine vectors(n, a, b, ix)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n)
    integer, intent(inout) :: ix(n)
    integer :: i
    do i = 1, n
      ix(i) = 1 + mod(i*5, n)
    end do
    b = a(ix)
    a = 0.5d0*b(ix(ix))
    a(2:n) = a(ix(1:n - 1)) + b(ix(2:n))
    do i = 1, n
      ix(i) = n + 1 - i
    end do
    b(ix) = a
    b(ix(1:n/2)) = b(1:n/2)
  end subroutine

  subroutine constructors(n, a, p, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), p(4)
    real(8), intent(in) :: x
    integer :: i
    p = [x, 2*x, p(1), p(2)]
    a = [(i*x, i = 1, n)]
    a = a + [(a(n + 1 - i), i = n, 1, -1)]
    p(4:1:-1) = p
    a(1:n) = [a(n/2 + 1:n), x, (a(i)*i, i = 2, n/2)]
    p(2:3) = p(2:3)*[1, 2]
  end subroutine

  ! Inside loops and conditions, bounds from data.
  subroutine levels(n, m, q, top, w)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: q(n, m), w(n)
    integer, intent(inout) :: top(n)
    real(8) :: column(m)
    integer :: i
    top = 1 + mod(abs(top), m)
    do i = 1, n
      column = q(i, :)
      column(2:) = column(:m - 1) + column(2:)
      q(i, 1:top(i)) = column(1:top(i))
      if (q(i, 1) > 0) q(i, :) = q(i, :)*w(i)
    end do
  end subroutine

  subroutine assumed(u, v)
    real(8), intent(inout) :: u(:), v(0:size(u) - 1)
    u = v
    v(1:) = u(2:)
    u(1:size(u)/2) = v(:2*(size(u)/2) - 1:2)
  end subroutine
end module
