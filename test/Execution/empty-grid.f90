! What stands outside of the parallel loops runs even if they are empty.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=0 | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c --param n=9 | FileCheck %s
! CHECK: check: both: opencl: ok
! CHECK: check: both: c: ok
! CHECK: check: never: opencl: ok
! CHECK: check: never: c: ok
subroutine both(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: r
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
  r = n
end subroutine
subroutine never(n, x, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: r
  integer :: i
  do i = 5, 4
    x(n) = 0
  end do
  r = n
end subroutine
!$loopy begin
! both, never = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.split_iname(both, "i", 4, outer_tag="g.0", inner_tag="l.0"),
!           lp.tag_inames(never, {"i": "g.0"})]
!$loopy end
