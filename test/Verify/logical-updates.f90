! A reduction by .and. reads what the sequential program need not read, once the
! result is known: calls in which that is not there are none to be compared.
! RUN: %loopyc %s --verify -Wno-serial --target=c --param=n=3 -o %t | FileCheck %s
! CHECK: verify: all_of: not verified: with n = 3, the original does not run: 'l_0' (i = 2) accesses la[3], but axis 0 has 3 elements

subroutine all_of(n, la, l)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: la(n)
  logical, intent(inout) :: l
  integer :: i
  do i = 2, 4
    l = l .and. la(i)
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.tag_inames(k, {"i": "l.0"})
!$loopy end
