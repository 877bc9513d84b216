! What the Fortran compiler does not understand (gfortran 12: the clauses of
! `do concurrent`) is no reason to skip other subroutines of the file.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --param n=13 %s 2>&1 | FileCheck %s
! CHECK: check: clauses: c: {{skipped: the original Fortran does not compile: .*uncompiled.f90:14: Error: Syntax error in DO statement at \(1\); FC names another compiler|ok}}
! CHECK: check: plain: c: ok
subroutine clauses(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8) :: t
  integer :: i
  a(1) = a(1) + 1
  do concurrent (i = 1:n) local(t)
    t = 2*a(i)
    a(i) = t
  end do
end subroutine

subroutine plain(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine

! Those that may call it need it.
! RUN: sed 's/^! CALLS: //' %s > %t.f90
! RUN: %loopyc --check --target=c --param n=13 %t.f90 > %t.out 2>&1 || true
! RUN: FileCheck %s --check-prefix=CALLED < %t.out
! CALLED: check: plain: c: {{skipped|ok}}
! CALLED: check: calls: c: {{skipped: the original Fortran does not compile: .*:14: Error|ok}}
! CALLS: subroutine calls(n, a)
! CALLS:   integer, intent(in) :: n
! CALLS:   real(8), intent(inout) :: a(n)
! CALLS:   call clauses(n, a)
! CALLS: end subroutine
