! A condition that asks whether an argument is there: --param says so, not
! --init.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --param b_present=1 %s 2>&1 | FileCheck %s
! CHECK: check: opt: c: ok
! CHECK: warning: no run of --check takes all branches of 'opt': this condition is never false; choose inputs with --param b_present=VALUE [-Wbranches]
subroutine opt(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  do i = 1, n
    if (present(b)) then
      a(i) = b(i)
    end if
  end do
end subroutine
