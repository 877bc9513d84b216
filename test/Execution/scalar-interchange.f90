! A scalar that lives within one iteration does not keep loops in order: they
! may be tiled and exchanged around it.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 | FileCheck %s
! CHECK: check: ax: opencl: ok
! CHECK: check: ax: c: ok
subroutine ax(n, a, b, c)
  integer, intent(in) :: n
  real, intent(in) :: a(n,4), b(n)
  real, intent(out) :: c(n,4)
  real :: t
  integer :: i, f
  do i = 1, n
    do f = 1, 4
      t = a(i,f)*b(i)
      c(i,f) = t + sqrt(t)
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "i", 4, slabs=(0, 1), inner_tag="unr")
! k = lp.prioritize_loops(k, "f,i_outer")
! RESULT = k
!$loopy end
