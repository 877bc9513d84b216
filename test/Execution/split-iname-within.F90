! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=53 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=3 | FileCheck %s
! Only the second statement's loop is split.
! CHECK: check: twosteps: opencl: ok
! CHECK: check: twosteps: c: ok
subroutine twosteps(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: b(n), c(n)
  integer :: i
  do i = 1, n
    b(i) = 2*a(i)
    c(i) = a(i) + 1
  end do
end subroutine twosteps

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 8, inner_tag="unr", within="writes:c")
! RESULT = knl
!$loopy end
