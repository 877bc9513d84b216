! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param n=150 --param m=3 -o %t | FileCheck %s --check-prefixes=CHECK,OPENCL
! RUN: %loopyc %s --check --verify --target=c -Wno-serial --param n=11 --param m=4 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=c -Wno-serial --param n=0 --param m=3 -o %t | FileCheck %s
! Scalars that are made of arrays, and arrays made of them along a dimension;
! of no elements, too.
! OPENCL-DAG: check: sums: opencl: ok
! CHECK-DAG: check: sums: c: ok
! OPENCL-DAG: check: more: opencl: ok
! CHECK-DAG: check: more: c: ok
! OPENCL-DAG: check: logicals: opencl: ok
! CHECK-DAG: check: logicals: c: ok
! OPENCL-DAG: check: extrema: opencl: ok
! CHECK-DAG: check: extrema: c: ok
! OPENCL-DAG: check: places: opencl: ok
! CHECK-DAG: check: places: c: ok
! OPENCL-DAG: check: along: opencl: ok
! CHECK-DAG: check: along: c: ok
! OPENCL-DAG: check: products: opencl: ok
! CHECK-DAG: check: products: c: ok
! OPENCL-DAG: check: inside: opencl: ok
! CHECK-DAG: check: inside: c: ok
module reductions
  implicit none
contains
  subroutine sums(n, m, a, b, s, t)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), b(n, m)
    real(8), intent(inout) :: s(4), t
    t = sum(a*b)
    s(1) = sum(a, mask=b > 0.5d0) + 1
    s(2) = sum(a(:, m)*b(:, 1))/max(1, n)
    s(3) = product(1 + 0.001d0*a)
    s(4) = dot_product(a(:, 1), b(:, m)) + t*norm2(b)
  end subroutine

  subroutine more(n, m, a, b, z, s, k, w)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m), b(n, m)
    complex(8), intent(in) :: z(n)
    real(8), intent(inout) :: s(2)
    complex(8), intent(inout) :: w
    integer, intent(inout) :: k
    s(1) = sqrt(sum((a - b)**2)) + sum([real(w), a(:, m), 2*aimag(w)])
    s(2) = sum(real([1, 2, 3], 8)) + size(a(1:n:2, :))
    k = count(a > b) + count(abs(a) > 2)
    w = dot_product(z, conjg(z)) + sum(z)
  end subroutine

  subroutine logicals(n, a, b, k)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n)
    integer, intent(inout) :: k(8)
    k = 0
    if (any(a < 0)) then
      k(1) = 1
    else if (all(b > 0.5d0) .and. n > 0) then
      k(1) = 2
    else if (count(a > b) == 0) then
      k(1) = 3
    end if
    if (all(a > b)) k(2) = 1
    if (maxval(abs(a)) > 3) a = a/maxval(abs(a))
    k(3) = merge(1, 0, any(a > b .neqv. b > 0))
    k(4:6) = iand(count(a > 0), 3)
    k(7) = ior(iany(int(4*b)), iall(int(4*a)))
    k(8) = iparity(int(8*a))
  end subroutine

  subroutine extrema(n, m, a, k, s, l)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    integer, intent(in) :: k(n)
    real(8), intent(inout) :: s(6)
    integer, intent(inout) :: l(2)
    s(1) = maxval(a)
    s(2) = minval(a(:, m)) - maxval(abs(a))/2
    s(3) = maxval(a, mask=a < 0)
    s(4) = minval(a, mask=a > 1000)
    s(5) = maxval(a(:, 1), mask=k > 0)
    s(6) = minval(a, .false.)
    l = [maxval(k), minval(k, mask=k > 2)]
  end subroutine

  subroutine places(n, m, a, k, at, along, first)
    integer, intent(in) :: n, m
    real(8), intent(in) :: a(n, m)
    integer, intent(in) :: k(n)
    integer, intent(inout) :: at(10), along(m), first(n)
    at(1:2) = maxloc(a)
    at(3:4) = minloc(aint(3*a))
    at(5:6) = maxloc(aint(3*a), mask=a < 0)
    at(7:7) = maxloc(k, back=.true.)
    at(8) = minloc(k, dim=1)
    at(9) = minloc(k, 1, k > 1000)
    at(10) = maxloc(k, 1, k < 0) + sum(maxloc(a))
    along = maxloc(a, dim=1)
    first = minloc(aint(2*a), 2, a > 0)
  end subroutine

  subroutine along(n, m, a, rows, columns, hits, deep)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), rows(n), columns(m)
    integer, intent(inout) :: hits(m)
    logical, intent(inout) :: deep(n)
    columns = sum(a, dim=1)
    rows = sum(a*a, 2, a > 0) + maxval(a, 2)
    hits = count(a > 1, 1)
    deep = any(a > 2, dim=2)
    a = a - spread(columns, 1, n)/max(n, 1)
    a = spread(sum(a, 2), 2, m)*0.5d0 + a
    if (n > 0) columns = minval(a, 1, mask=a > 0.1d0)
  end subroutine

  subroutine products(n, m, a, b, c, x, y, flags, f)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(m, n), c(n, n), x(m), y(n)
    logical, intent(inout) :: flags(n, n), f(n)
    c = matmul(a, b)
    y = matmul(a, x) + y
    x = matmul(y, a)
    x = matmul(x, matmul(b, a))
    flags = matmul(c > 0, transpose(c) > 1)
    f = matmul(flags, f)
    c = matmul(transpose(b), transpose(a))
    c = matmul(c, c)*0.001d0
  end subroutine

  subroutine inside(n, m, a, b, s)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(n, m), s(m)
    integer :: j
    real(8) :: total
    do j = 1, m
      s(j) = sum(a(:, j)*b(:, j)) + 1
      total = sum(a(:, j))
      if (any(b(:, j) > 1)) b(:, j) = b(:, j)/(1 + total**2)
      if (n > 0) a(1 + mod(j, n), j) = maxval(b(:, j), mask=b(:, j) < 10)
    end do
  end subroutine
end module
