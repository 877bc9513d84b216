! What large numbers are computed with has 64 bits: the condition that ends a
! loop is beyond the range of 32 bits where the loop goes up to its end.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! C: for (int i = 0; 100000000LL * i < n; ++i) {
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CL
! CL: for (int i = 0; 100000000L * i < n; ++i) {
! RUN: %loopyc %s --target=c,opencl --check --param n=2147483647 | FileCheck %s
! CHECK: check: strides: c: ok
! CHECK: check: strides: opencl: ok
subroutine strides(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(30)
  integer :: i
  do i = 1, n, 100000000
    a(1 + (i - 1)/100000000) = i
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = k
!$loopy end
