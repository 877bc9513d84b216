! What an accumulation adds is not to be added once more where the sum is read.
! RUN: not %loopyc %s --set 'NAME="total"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=total -DREADER=r_0
! RUN: not %loopyc %s --set 'NAME="running"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=running -DREADER=a_0
! CHECK: error: assignment_to_subst: kernel '[[NAME]]': the value that 's_1' gives to 's' and '[[READER]]' reads depends on s, which 's_1' overwrites in between
! An element that differs from the one that is assigned stays what it was.
! RUN: %loopyc %s --set 'NAME="chain"' --emit=ir -o - | FileCheck %s --check-prefix=CHAIN
! CHAIN: u_subst(i_0) := 2.0d0*u[i_0]
subroutine total(n, c, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n)
  real(8), intent(inout) :: r
  real(8) :: s
  integer :: k
  s = 0
  do k = 1, 3
    s = s + c(k)
  end do
  r = s
end subroutine total
subroutine running(n, c, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n)
  real(8), intent(inout) :: a(n)
  real(8) :: s
  integer :: k
  s = 0
  do k = 1, n
    s = s + c(k)
    a(k) = s
  end do
end subroutine running
subroutine chain(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(9)
  real(8) :: u(9)
  integer :: i
  u(1) = 1
  do i = 2, 9
    u(i) = 2*u(i - 1)
  end do
  do i = 2, 9
    a(i) = u(i)
  end do
end subroutine chain
!$loopy begin
! k = lp.parse_fortran(SOURCE, FILENAME)[NAME]
! RESULT = lp.assignment_to_subst(k, "u" if NAME == "chain" else "s", within="writes:r or writes:a")
!$loopy end
