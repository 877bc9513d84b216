! RUN: %loopyc --emit=ir -o - %s | FileCheck %s
! Several blocks are one script, in order; each is dedented on its own, and
! its lines have the Fortran file's numbers.
! CHECK: first at [[#@LINE+6]]
! CHECK: second at [[#@LINE+15]]
!$loopy begin
!   import sys
!   def line():
!       return sys._getframe(1).f_lineno
!   print("first at", line())
!$loopy end
subroutine s(x)
  implicit none
  real :: x
  x = 1

end subroutine
!$loopy begin
!
! print("second at", line())
! RESULT = lp.parse_fortran(SOURCE, FILENAME)
!$loopy end
! CHECK: KERNEL: s
