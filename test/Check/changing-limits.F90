! What errors are relative to is of each run: n = 17 has products of which a
! bound is known, n = 32 has none, and is compared as any other result.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial | FileCheck %s
! CHECK: check: grow: c: ok
#ifdef __GFORTRAN__
#define FACTOR merge(1 + 1d-11, 1d0, n == 32)
#else
#define FACTOR 1
#endif
subroutine grow(n, x, t)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: t
  integer :: i
  do i = 1, n
    t = t*(1 + 0.1d0*x(i))
  end do
  t = t*FACTOR
end subroutine
!$loopy begin
!$loopy end
