! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=19 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 | FileCheck %s
! Each of the statements gets its own loop, then they share a new one again.
! CHECK: check: twosteps: opencl: ok
! CHECK: check: twosteps: c: ok
subroutine twosteps(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n), c(n)
  integer :: i
  do i = 1, n
    b(i) = 2*a(i)
    c(i) = c(i) + b(i)
  end do
end subroutine twosteps

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.rename_iname(knl, "i", "k", within="writes:b")
! knl = lp.rename_iname(knl, "i", "k", within="writes:c", existing_ok=True)
! knl = lp.split_iname(knl, "k", 4, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
