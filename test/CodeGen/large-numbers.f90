! What large numbers are computed with has 64 bits: the condition that ends a
! loop is beyond the range of 32 bits where the loop goes up to its end.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! C: for (int i = 0; 100000000LL * i < n; ++i) {
! C: for (int j_inner = 0; j_inner < min_i64(n - 1000000000LL * j_outer, 1000000000LL);
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CL
! CL: for (int i = 0; 100000000L * i < n; ++i) {
! CL: j_inner < min(n - 1000000000L * j_outer, 1000000000L);
! RUN: %loopyc %s --target=c,opencl --check --param n=2147483647 | FileCheck %s
! RUN: %loopyc %s --target=c,opencl --check --param n=0 | FileCheck %s
! CHECK: check: strides: c: ok
! CHECK: check: strides: opencl: ok
subroutine strides(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(30), b
  integer :: i, j
  do i = 1, n, 100000000
    a(1 + (i - 1)/100000000) = i
  end do
  do j = 1, n
    if (mod(j, 1000000000) == 0) b = b + j
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "j", 1000000000)
!$loopy end
