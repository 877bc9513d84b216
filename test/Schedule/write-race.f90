! A sum into one scalar over a parallel axis is a race, said to be one.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s
! CHECK: write-race.f90:[[#@LINE+9]]:5: error: kernel 'total': write race between work-items (lid(0))
! CHECK-SAME: 's'
subroutine total(n, a, s)
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + a(i)
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "i", 16, inner_tag="l.0")
!$loopy end
