! Constants that a substitution brings together are rounded by whoever computes
! with them, and that is no difference.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: quotients: ok

subroutine quotients(n, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: r(n)
  real(8) :: s
  integer :: i
  s = 0.25d0
  r(1) = s / 3d0 / 7d0
  do i = 2, n
    r(i) = sqrt(s + 1.75d0) * i
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assignment_to_subst(knl, "s")
! RESULT = lp.fold_constants(knl)
!$loopy end
