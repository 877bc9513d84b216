! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=99991 --param m=77773 --init s=1 | FileCheck %s
! RUN: %loopyc %s --emit=device -o - | FileCheck %s --check-prefix=CODE
! Quotients of 64-bit integers that are simplified stay 64 bits wide, though
! the variables in them have 32: products do not overflow, and OpenCL's max has
! two operands of one type.
! CHECK: check: quotients: opencl: ok
! CHECK: check: quotients: c: ok
! CODE: s[0] = max(0L, (long) n);
subroutine quotients(n, m, s)
  implicit none
  integer, intent(in) :: n, m
  integer(8), intent(inout) :: s(3)
  s(1) = max(0_8, -int(n, 8)/(-1))
  s(2) = (-int(n, 8)/(-1))*(-int(m, 8)/(-1))
  s(3) = (4*int(n, 8)/4)*((6*int(m, 8) + 3)/3)
end subroutine
