! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --verify --target=opencl,c -Wno-serial --param n=37 --param m=5 --param k=3 --init by="3*i0 - 4" -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c -Wno-serial --param n=3 --param m=1 --param k=-4 --init by="3*i0 - 4" -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param n=64 --param m=33 --param k=70 --init by="3*i0 - 4" -o %t | FileCheck %s
! Arrays that are other arrays in another order or shape.
! CHECK-DAG: check: turned: opencl: ok
! CHECK-DAG: check: turned: c: ok
! CHECK-DAG: check: shifted: opencl: ok
! CHECK-DAG: check: shifted: c: ok
! CHECK-DAG: check: reshaped: opencl: ok
! CHECK-DAG: check: reshaped: c: ok
module shapes
  implicit none
contains
  subroutine turned(n, m, a, b, c, q)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(m, n), c(n, m, 2), q(n, n)
    b = transpose(a)*2
    a = transpose(b) + a
    q = transpose(q)
    c = spread(a, 3, 2) + spread(spread([1d0, 2d0], 1, m), 1, n)
    a = merge(a, c(:, :, 1), c(:, :, 2) > 1)
    b(:, 1) = spread(a(1, 1), 1, m)
  end subroutine

  subroutine shifted(n, m, k, a, b, v, by)
    integer, intent(in) :: n, m, k
    real(8), intent(inout) :: a(n, m), b(n, m), v(n)
    integer, intent(in) :: by(m)
    b = cshift(a, 1) - cshift(a, -1) + cshift(a, k, 2)
    a = cshift(b, by, 1)
    v = cshift(v, k)
    b = eoshift(a, 1) + eoshift(a, -2, dim=2)
    v = eoshift(v, k, v(1))
    a = eoshift(b, by, boundary=a(1, :), dim=1)
  end subroutine

  subroutine reshaped(n, m, a, v, w, p)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), v(n*m), w(2, 3), p(3, 4)
    v = reshape(a, [n*m])
    a = reshape(2*v, [n, m])
    w = reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], [2, 3])
    w = w + reshape(v(1:3)*2, [2, 3], pad=[7d0, 8d0])
    p = reshape(w, [3, 4], [0d0], [2, 1])
  end subroutine
end module
