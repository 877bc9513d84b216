! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=13 | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=0 | FileCheck %s
! A loop that only a condition ends is one after its iname was mapped and split,
! too: launchers do not hold its range against 32-bit counters.
! CHECK: check: halve: opencl: ok
! CHECK: check: halve: c: ok
subroutine halve(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    do
      a(i) = a(i)/2
      if (abs(a(i)) < 1d-3) exit
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.affine_map_inames(k, "iteration", "turn", "iteration = turn - 2*n")
! k = lp.split_iname(k, "turn", 4, inner_tag="unr")
! RESULT = lp.split_iname(k, "i", 32, outer_tag="g.0", inner_tag="l.0")
!$loopy end
