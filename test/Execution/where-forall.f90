! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --verify --target=opencl,c -Wno-serial --param n=37 --param m=5 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param n=2 --param m=2 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial --param n=130 --param m=33 -o %t | FileCheck %s
! Masked and indexed assignments.
! CHECK-DAG: check: masked: opencl: ok
! CHECK-DAG: check: masked: c: ok
! CHECK-DAG: check: ordered: opencl: ok
! CHECK-DAG: check: ordered: c: ok
! CHECK-DAG: check: nested: opencl: ok
! CHECK-DAG: check: nested: c: ok
! CHECK-DAG: check: indexed: opencl: ok
! CHECK-DAG: check: indexed: c: ok
! CHECK-DAG: check: triangle: opencl: ok
! CHECK-DAG: check: triangle: c: ok
module masks
  implicit none
contains
  ! Each element for itself.
  subroutine masked(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(n, m), c(n, m)
    where (a > 0.5d0)
      a = sqrt(a)
      b = a*2
    elsewhere (b < 0)
      b = -b
      c = a + b
    elsewhere
      a = 0
    end where
    where (c /= 0) b = b/c
    where (a(1, :) > b(n, :)) c(2, :) = a(1, :)
  end subroutine

  ! Masks and values as they were before.
  subroutine ordered(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n)
    where (a(n:1:-1) > 0) a = a(n:1:-1) - b
    where (a > 0.2d0)
      a = -1
      b = a(n:1:-1)
    elsewhere (a(n:1:-1) < b)
      b(1:n) = b(n:1:-1) + sum(a)
    elsewhere
      a = b
    end where
    where (b(2:n) > b(1:n - 1)) b(2:n) = b(1:n - 1)
  end subroutine

  subroutine nested(n, m, a, b, s)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(n, m), s
    integer :: j
    do j = 1, m
      where (a(:, j) > 0)
        where (b(:, j) > 1)
          b(:, j) = 1
        elsewhere (b(:, j) < -1)
          b(:, j) = -1
        end where
        a(:, j) = a(:, j)*b(:, j) + s
      end where
    end do
    s = sum(a, mask=b > 0)
  end subroutine

  subroutine indexed(n, m, a, b, c)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(m, n), c(n)
    integer :: i, j
    forall (i = 1:n, j = 1:m) a(i, j) = b(j, i) + i - 2*j
    forall (i = 2:n - 1) c(i) = (c(i - 1) + c(i + 1))/2
    forall (i = 1:n, j = 1:m, a(i, j) > 0)
      a(i, j) = 1/a(i, j)
      b(j, i) = a(i, j)
    end forall
    forall (i = 1:n:2) c(i) = c(n + 1 - i)
    forall (i = 1:n, c(i) > 0.5d0) c(i) = sum(a(i, :))
    forall (j = 1:m) b(j, 1:n - 1) = b(j, 2:n)
  end subroutine

  subroutine triangle(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n, n)
    integer :: i, j
    forall (i = 1:n)
      forall (j = 1:i - 1)
        a(i, j) = a(j, i)
      end forall
      a(i, i) = 1
    end forall
    forall (i = 1:n)
      where (a(i, :) > 1) a(i, :) = 1/a(i, :)
    end forall
  end subroutine
end module
