! NaN never passes.
! REQUIRES: gfortran
! RUN: sh -c '%loopyc --check --target=c %s > %t; test $? = 1'
! RUN: FileCheck %s < %t
! CHECK: check: bad: c: FAILED: y(1) is NaN in the original Fortran
! RUN: %loopyc --check --target=c --init 'x=-1.0-i0' %s
subroutine bad(n, x, y)
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = sqrt(-x(i))
  end do
end subroutine
