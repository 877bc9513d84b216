! A cut is said where a kernel comes of it.
! RUN: %loopyc %s --set TAKE=other -fsyntax-only 2>&1 | FileCheck %s --allow-empty --check-prefix=OTHER
! OTHER-NOT: warning
! RUN: %loopyc %s --set TAKE=timed -fsyntax-only 2>&1 | FileCheck %s
! RUN: not %loopyc %s --set TAKE=timed -fsyntax-only -Werror=cut 2>&1 | FileCheck %s --check-prefix=ERROR
! CHECK: warning: 'timed' is cut into kernel 'timed' around what the host executes: {{.*}} [-Wcut]
! CHECK-NOT: warning
! ERROR: error: 'timed' is cut into kernel 'timed'
subroutine timed(n, a, start)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real, intent(out) :: start
  integer :: i
  call cpu_time(start)
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine
subroutine other(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) + 1
  end do
end subroutine

!$loopy begin
! RESULT = [k for k in lp.parse_fortran(SOURCE, FILENAME) if k.name == TAKE]
!$loopy end
