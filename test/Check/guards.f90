! Writing outside of an array is never agreement.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s
! RUN: not %loopyc --check --target=c --init 'idx=i0+3' %s | FileCheck %s
! CHECK: check: oob: c: FAILED: the original Fortran writes outside of array x
subroutine oob(n, idx, x)
  integer, intent(in) :: n
  integer, intent(in) :: idx(n)
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(idx(i)) = 1
  end do
end subroutine
