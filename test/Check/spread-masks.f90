! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-branches %s | FileCheck %s
! An array that no declaration bounds is as large as the mask over it.
! CHECK: check: boxed: c: ok
subroutine boxed(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(0:, 0:)
  integer :: i
  where (spread([(i, i=0, n)], 2, m + 1) > n/2 .and. &
         spread([(i, i=0, m)], 1, n + 1) < m/3) a = 0.25d0
end subroutine
