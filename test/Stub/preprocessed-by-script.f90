! Where a script preprocesses its source, the stub is made from what it parsed:
! names that are macros mean nothing to a Fortran compiler.
! REQUIRES: gfortran
! RUN: %loopyc --target=c %s -o %t
! RUN: %fc -ffree-form -c %t_stub.f90 -o %t.o
! RUN: FileCheck --check-prefix=STUB %s < %t_stub.f90
! RUN: %loopyc --target=c --check %s | FileCheck %s
! CHECK: check: scale: c: ok
! STUB: subroutine scale(n, a)
! STUB: real*8, intent(inout) :: a(n)
! STUB: a(i) = 4.0d0*a(i)
subroutine scale(n, a)
  integer, intent(in) :: n
  real_type, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = factor*a(i)
  end do
end subroutine scale
!$loopy begin
! SOURCE = lp.c_preprocess(SOURCE, ["factor 4.0d0", "real_type real*8"])
! RESULT = lp.parse_fortran(SOURCE, FILENAME)
!$loopy end
