! Subscripts that are functions of elements of integer arrays: the values that
! are valid are known, or all are.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=7 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=0 | FileCheck %s
! CHECK-DAG: check: signed: c: ok
! CHECK-DAG: check: masked: c: ok
! CHECK-DAG: check: wrapped: c: ok
subroutine signed(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(abs(ix(i)))
    if (ix(i) < 0) b(i) = -b(i)
  end do
end subroutine

subroutine masked(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: a(4)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(iand(ix(i), 3) + 1)
  end do
end subroutine

subroutine wrapped(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(modulo(ix(i), n) + 1) + a(mod(abs(ix(i)), n) + 1)
  end do
end subroutine
