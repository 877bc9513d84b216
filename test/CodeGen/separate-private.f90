! A private array of which an axis is tagged sep: each part is declared, also
! where the first use of the array defines one part only.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
! CHECK: double w_s0, w_s1;
! RUN: %loopyc %s --target=c,opencl --check --param n=3 | FileCheck %s --check-prefix=OK
! OK: check: pair: c: ok
! OK: check: pair: opencl: ok
subroutine pair(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: c(n)
  real(8) :: w(2)
  w(1) = a(1)
  w(2) = a(2)
  c(1) = w(2) - w(1)
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.tag_array_axes(k, "w", "sep")
!$loopy end
