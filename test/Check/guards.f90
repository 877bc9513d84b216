! Writing outside of an array is never agreement, nor is an end without result.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s
! RUN: not %loopyc --check --target=c --init 'idx=i0+3' %s | FileCheck %s
! CHECK: check: oob: c: FAILED: the original Fortran fails at line [[#@LINE+13]]: Index '{{[0-9]+}}' of dimension 1 of array 'x' above upper bound of {{[0-9]+}}; choose other inputs with --init or --param
! RUN: env FC=flang-22 not %loopyc --check --target=c --init 'idx=i0+3' %s | FileCheck %s --check-prefix=GUARD
! GUARD: check: oob: c: FAILED: the original Fortran writes outside of array x
! RUN: env FC=flang-22 not %loopyc --check --target=c --init 'idx=-100000000' %s | FileCheck %s --check-prefix=FAULT
! FAULT: check: oob: c: FAILED: the original Fortran accesses memory outside its arrays; check the values of --init and --param
! RUN: not %loopyc --check --target=c --init 'idx=0' %S/Inputs/divide.f90 | FileCheck %s --check-prefix=DIVIDE
! DIVIDE: check: divide: c: FAILED: the original Fortran divides by zero; check the values of --init and --param
subroutine oob(n, idx, x)
  integer, intent(in) :: n
  integer, intent(in) :: idx(n)
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(idx(i)) = 1
  end do
end subroutine
