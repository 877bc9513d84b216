! What a condition of sizes and loop variables leaves out is not fetched for a
! condition in front of it: the code asks that one first.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o - --emit=device 2>&1 | FileCheck %s
! CHECK: verify: counted: ok
! CHECK: if (m >= 2)
! CHECK: a_fetch = a[
! CHECK: if ({{.*}} % 3 >= 1)
! CHECK-NEXT: if (a_fetch > 0.25)

subroutine counted(m, a, hits)
  implicit none
  integer, intent(in) :: m
  real(8), intent(in) :: a(m+3)
  integer, intent(inout) :: hits
  integer :: i
  do i = 1, m
    if (a(4) > 0.25d0) then
      if (mod(i, 3) /= 1) hits = hits + 1
    end if
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.add_prefetch(k, "a", ["i"], default_tag=None)
!$loopy end
