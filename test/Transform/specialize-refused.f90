! What cannot be compiled into a kernel as a value.
! RUN: split-file %s %t
! RUN: not %loopyc %t/s.f90 --set WHAT=x -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ARRAY
! RUN: not %loopyc %t/s.f90 --set WHAT=a -fsyntax-only 2>&1 | FileCheck %s --check-prefix=REAL
! RUN: not %loopyc %t/s.f90 --set WHAT=found -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WRITTEN
! RUN: not %loopyc %t/s.f90 --set WHAT=m -fsyntax-only 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! RUN: not %loopyc %t/s.f90 --set WHAT=n --set MOST=0 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
! RUN: not %loopyc %t/s.f90 --set WHAT=n --set MOST=65 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=MANY
! RUN: not %loopyc %t/s.f90 --set WHAT= -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NOTHING
! ARRAY: argument 'x' of kernel 's' is an array, but only the values of integer scalars
! REAL: argument 'a' of kernel 's' is real(4), but only the values of integer scalars
! WRITTEN: the kernel 's' writes its argument 'found', whose value cannot be compiled into it
! UNKNOWN: 'm'
! NONE: variants must be from 1 to 64, but it is 0
! MANY: variants must be from 1 to 64, but it is 65
! NOTHING: no argument is named
!--- s.f90
subroutine s(n, a, found, x)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a
  integer, intent(out) :: found
  real, intent(inout) :: x(n)
  integer :: i
  found = n
  do i = 1, n
    x(i) = a*x(i)
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.specialize(knl, WHAT, variants=globals().get("MOST", 8))
!$loopy end
