! The ends of a loop that is split by a large number are compared in 64 bits.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s --check-prefix=C
! C: for (int i_outer = 0; 1000000000LL * i_outer < n; ++i_outer) {
! C: i_inner < min_i64(n - 1000000000LL * i_outer, 1000000000LL);
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CL
! CL: for (int i_outer = 0; 1000000000L * i_outer < n; ++i_outer) {
! CL: i_inner < min(n - 1000000000L * i_outer, 1000000000L);
! RUN: %loopyc %s --target=c,opencl --check --param n=17 | FileCheck %s
! CHECK: check: scale: c: ok
! CHECK: check: scale: opencl: ok
subroutine scale(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "i", 1000000000)
!$loopy end
