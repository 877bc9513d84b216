! Operands of array statements have one shape: the inputs of --check give them
! that, whatever the declarations leave open.
! RUN: %loopyc %s --check --target=c -Wno-serial -o %t | FileCheck %s
! CHECK-DAG: check: column: c: ok
! CHECK-DAG: check: square: c: ok
! CHECK-DAG: check: inner: c: ok
! CHECK-DAG: check: masked: c: ok
! CHECK-DAG: check: product: c: ok
! CHECK-DAG: check: chain: c: ok
! CHECK-DAG: check: gathered: c: ok
! CHECK-DAG: check: either: c: ok
! CHECK-DAG: check: density: c: ok
! CHECK-DAG: check: constructed: c: ok
! CHECK-DAG: check: rows: c: ok

module shapes
contains
  elemental real(8) function rho(s, t)
    real(8), intent(in) :: s, t
    rho = s + 2*t
  end function
  subroutine density(s, t, r)
    real(8), intent(in) :: s(:, :), t(:, :)
    real(8), intent(out) :: r(:, :)
    r = rho(s, t) + 1
  end subroutine
  subroutine column(q, f, a)
    real(8), intent(in) :: q(:, :)
    real(8), intent(inout) :: f(:)
    integer, intent(in) :: a
    f = q(:, a)
  end subroutine
  subroutine square(n, q, f)
    integer, intent(in) :: n
    real(8), intent(in) :: q(:, :)
    real(8), intent(inout) :: f(n, n)
    f(2:n-1, :) = f(2:n-1, :) + q
  end subroutine
  subroutine inner(x, y, f)
    real(8), intent(in) :: x(:), y(:, :)
    real(8), intent(inout) :: f(:)
    f(1) = dot_product(x(2:), y(1, :)) + sum(x, mask=y(:, 2) > 0)
  end subroutine
  subroutine masked(x, land, f)
    real(8), intent(in) :: x(0:, :)
    logical, intent(in) :: land(:, :)
    real(8), intent(inout) :: f(:, :)
    where (land)
      f = x
    elsewhere (x > 0.5d0)
      f = merge(x, f, land)
    end where
  end subroutine
  subroutine product(a, b, c)
    real(4), intent(in) :: a(:, :), b(:, :)
    real(4), intent(inout) :: c(:, :)
    c = c + matmul(a, transpose(b))
  end subroutine
  subroutine chain(a, b, c, d)
    real(8), intent(in) :: a(:), b(:), c(:)
    real(8), intent(inout) :: d(:)
    d(::2) = a*b(3:)
    d(2::2) = -max(c, b(:size(c)))
  end subroutine
  subroutine gathered(ix, a, b)
    integer, intent(in) :: ix(:)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    b = 2*a(ix)
  end subroutine
  subroutine constructed(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:, :)
    do i = 1, n
      b(:, i) = [a(i), 2*a(i), (a(i)*k, k = 3, 5)]
    end do
  end subroutine
  subroutine rows(n, a, total)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: total
    real(8), allocatable :: w(:, :)
    allocate (w(n, 2))
    !$loopy begin kernel: rows
    do i = 1, n
      w(i, :) = [a(i), 2*a(i)]
    end do
    !$loopy end kernel: rows
    total = sum(w)
  end subroutine
  ! No sizes fit both branches.
  subroutine either(which, q, n, f)
    integer, intent(in) :: which, n
    real(8), intent(in) :: q(:)
    real(8), intent(inout) :: f(n)
    if (which > 1) then
      f = f + sum(q)
    else
      f(2:) = f(2:) + q
    end if
  end subroutine
end module
