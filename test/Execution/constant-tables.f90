! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CODE
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s --check-prefix=IR
! Constant arrays of more elements than an expression chooses from are tables
! in the code: named constants and initialised locals, with any bounds, through
! names of several procedures, by elements and by sections.
! CHECK-DAG: check: stream: opencl: ok
! CHECK-DAG: check: exact: opencl: ok
! CHECK-DAG: check: weighted: opencl: ok
! CHECK-DAG: check: filled: opencl: ok
! CHECK-DAG: check: stream: c: ok
! CHECK-DAG: check: exact: c: ok
! CHECK-DAG: check: weighted: c: ok
! CHECK-DAG: check: filled: c: ok
module lattice
  implicit none
  integer, parameter :: q = 8
  integer, parameter :: e(2, 0:q) = reshape( &
    [0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 1, 1, -1, 1, -1, -1, 1, -1], [2, 9])
contains
  subroutine solution(x, y, v)
    real(8), intent(in) :: x, y
    real(8), intent(out) :: v(5)
    integer :: m
    real(8) :: ce(5, 4)
    data ce /2d0, 1d0, 2d0, 2d0, 5d0, 0d0, 0d0, 2d0, 2d0, 4d0, &
             0d0, 1d0, 0d0, 0d0, 3d0, 4d0, 0d0, 0d0, 0d0, 2d0/
    do m = 1, 5
      v(m) = ce(m, 1) + x*(ce(m, 2) + x*ce(m, 3)) + y*ce(m, 4)
    end do
  end subroutine
end module

! Subscripts, with a lower bound of their own, and sections: one table.
! CODE: __constant int e[18] =
! CODE-NEXT: 0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 1, 1, -1, 1, -1, -1, 1, -1
! IR-LABEL: KERNEL: stream
! IR-NOT: constant: type
! IR: e: type: int32, shape: (2, 9), dim_tags: (N0:stride:1, N1:stride:2){{.*}} constant
! IR-NOT: constant: type
subroutine stream(n, m, f, g, s)
  use lattice
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(0:q, n, m)
  real(8), intent(inout) :: g(0:q, n, m), s(2, n, m)
  integer :: i, j, k, is, js
  do j = 1, m
    do i = 1, n
      s(:, i, j) = 0
      do k = 0, q
        is = modulo(i - e(1, k) - 1, n) + 1
        js = modulo(j - e(2, k) - 1, m) + 1
        g(k, i, j) = f(k, is, js)
        s(:, i, j) = s(:, i, j) + e(:, k)*f(k, is, js)
      end do
    end do
  end do
end subroutine

! What is called brings its table along, once.
! IR-LABEL: KERNEL: exact
! IR: ce: type: {{.*}}shape: (5, 4)
! IR-NOT: ce_1:
! IR: INSTRUCTIONS
subroutine exact(n, u)
  use lattice
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(5, n)
  real(8) :: a(5), b(5)
  integer :: i
  do i = 1, n
    call solution(0.1d0*i, 0.5d0, a)
    call solution(0.5d0, 0.2d0*i, b)
    u(:, i) = u(:, i) + a*b
  end do
end subroutine

! As a whole.
subroutine weighted(n, a, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(20, n)
  real(8), intent(out) :: r(n)
  integer :: i, k
  real(8), parameter :: w(20) = [(1d0/k, k = 1, 20)]
  complex(8), parameter :: z(17) = [(cmplx(k, -k, 8), k = 1, 17)]
  logical, parameter :: odd(20) = [(mod(k, 3) == 1, k = 1, 20)]
  do i = 1, n
    r(i) = sum(w*a(:, i), mask=odd) + real(z(1 + mod(i, 17))*z(17))
  end do
end subroutine

! A region: the constant is the program's.
subroutine filled(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer(8), parameter :: primes(0:17) = [2_8, 3_8, 5_8, 7_8, 11_8, 13_8, &
    17_8, 19_8, 23_8, 29_8, 31_8, 37_8, 41_8, 43_8, 47_8, 53_8, 59_8, 61_8]
  integer :: i
  print *, n
  do i = 1, n
    a(i) = a(i) + real(primes(modulo(i, 18)), 8)
  end do
end subroutine
