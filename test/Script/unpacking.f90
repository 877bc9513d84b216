! `knl, =` of a file with several kernels: how to name one.
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s
! CHECK: unpacking.f90:[[#@LINE+14]]:3: error: script: ValueError: too many values to unpack (expected 1); the translation unit has 3 kernels (a, b, c): take one by its name, t["a"]
subroutine a(x)
  real, intent(inout) :: x
  x = 1
end subroutine
subroutine b(x)
  real, intent(inout) :: x
  x = 2
end subroutine
subroutine c(x)
  real, intent(inout) :: x
  x = 3
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = knl
!$loopy end
