! A where in a forall with a mask: one nest of loops, where each position
! concerns the elements there alone.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --verify --target=opencl,c -Werror=serial -Werror=untranslated --param n=37 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial -Werror=untranslated --param n=1 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial -Werror=untranslated --param n=131 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CODE
! CHECK-NOT: FAILED
! CHECK-DAG: check: capped: opencl: ok
! CHECK-DAG: check: capped: c: ok
! CHECK-DAG: check: branches: opencl: ok
! CHECK-DAG: check: branches: c: ok
! CHECK-DAG: check: nested: opencl: ok
! CHECK-DAG: check: nested: c: ok
! CHECK-NOT: FAILED

! No mask is kept in an array.
! CODE: void capped(int n, __global const double *{{(restrict )?}}a, __global double *{{(restrict )?}}b) {
! CODE: if (a[{{.*}}] > 0.5)
subroutine capped(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n), b(n, n)
  integer :: i
  forall (i = 1:n, a(i) > 0.5)
    where (b(:, i) > a(i)) b(:, i) = a(i)
  end forall
end subroutine

subroutine branches(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n), b(n, n), c(n, n)
  integer :: i
  forall (i = 1:n:2, a(i) > 0.25)
    where (b(:, i) > a(i))
      b(:, i) = b(:, i) - a(i)
      c(i, :) = b(:, i)
    elsewhere (c(i, :) > 0.5)
      b(:, i) = i*c(i, :)
    elsewhere
      c(i, :) = 2
    end where
  end forall
end subroutine

subroutine nested(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n), b(n, n, 3)
  integer :: i, j
  forall (i = 1:n, a(i) > 0.25)
    forall (j = 1:3, a(i)*j < 1.5)
      where (b(:, i, j) > a(i)) b(:, i, j) = j
    end forall
  end forall
end subroutine
