! Results that depend on variables that the original has not set are not
! compared where other sizes have none, and else it is the original's fault.
! REQUIRES: gfortran
! RUN: not %loopyc %s --check --target=c 2>&1 | FileCheck %s
! RUN: not %loopyc %s --check --target=c --param m=3 --param n=7 2>&1 | FileCheck %s --check-prefix=FEWER
! RUN: not %loopyc %s --check --target=c --param m=7 --param n=7 2>&1 | FileCheck %s

! CHECK-DAG: check: some: c: ok: max relative error 0 in b (cc, 3 runs)
! CHECK-DAG: check: all: c: FAILED: b(1) = {{.*}}, expected {{.*}}, but the original Fortran reads variables that it has not set, and its results depend on what they are; choose other sizes and inputs with --param and --init
! CHECK-DAG: check: counted: c: FAILED: b(1) = -1, expected 0, but the original Fortran reads variables that it has not set
! CHECK-DAG: check: unread: c: ok: max relative error 0 in b (cc, 3 runs)
! FEWER-DAG: check: some: c: FAILED: b({{.*}}, but the original Fortran reads variables
! FEWER-DAG: check: unread: c: ok: max relative error 0 in b (cc, 3 runs)

subroutine some(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  real(8) :: w(n)
  integer :: i
  do i = 1, min(n, m)
    w(i) = 2*a(i)
  end do
  do i = 1, n
    b(i) = w(n + 1 - i)
  end do
end subroutine

subroutine all(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: a(n)
  real(4), intent(out) :: b(n)
  real(4) :: w(0:n)
  integer :: i
  do i = 1, n
    w(i) = 2*a(i)
  end do
  do i = 1, n
    b(i) = w(i - 1) + w(i)
  end do
end subroutine

subroutine counted(n, a, b)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: a(n)
  integer, intent(out) :: b(n)
  integer :: w(0:n)
  integer :: i
  do i = 1, n
    w(i) = a(i)
  end do
  do i = 1, n
    b(i) = w(i - 1)
  end do
end subroutine

! What is not set has no effect.
subroutine unread(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: b(n)
  real(8) :: w(0:n + 1)
  integer :: i
  do i = 1, n
    w(i) = a(i)
  end do
  do i = 1, n
    b(i) = w(i)
    if (i > 1) b(i) = b(i) + w(i - 1)
  end do
end subroutine
