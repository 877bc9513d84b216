! A script that asks for what nobody meant to be a kernel hears why it is none.
!
! RUN: not %loopyc %s --set NAME=energy -fsyntax-only 2>&1 | FileCheck %s --check-prefix=FUNCTION
! FUNCTION: there is no kernel 'energy': it is a function, whose loops are the host's: a pure procedure cannot launch; leave out 'pure'
! RUN: not %loopyc %s --set NAME=Inner -fsyntax-only 2>&1 | FileCheck %s --check-prefix=INTERNAL
! INTERNAL: there is no kernel 'inner': it is an internal procedure
! RUN: not %loopyc %s --set NAME=step -fsyntax-only 2>&1 | FileCheck %s --check-prefix=REGIONS
! REGIONS: there is no kernel 'step': its regions are the kernels: take 'advance'
! RUN: not %loopyc %s --set NAME=model -fsyntax-only 2>&1 | FileCheck %s --check-prefix=MAIN
! MAIN: there is no kernel 'model': it is a main program
! RUN: not %loopyc %s --set NAME=steep -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
! NONE: the translation unit has no kernel 'steep'
! RUN: %loopyc %s --set NAME=advance -Wno-untranslated -fsyntax-only 2>&1 | count 0
subroutine step(n, a)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  !$loopy begin kernel: advance
  do i = 1, n
    a(i) = 2*a(i)
  end do
  !$loopy end kernel: advance
  call inner
contains
  subroutine inner
    a(1) = 0
  end subroutine
end subroutine

pure real function energy(n, a)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  integer :: i
  energy = 0
  do i = 1, n
    energy = energy + a(i)**2
  end do
end function

program model
  real :: a(10)
  a = 1
  call step(10, a)
end program
!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = unit[NAME]
!$loopy end
