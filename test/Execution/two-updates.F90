! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 --param m=5 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 --param m=1 | FileCheck %s
! A scalar that starts afresh in each iteration belongs to it, however many
! statements add to it.
! CHECK: check: twice: opencl: ok
! CHECK: check: twice: c: ok
subroutine twice(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m)
  real(RK), intent(out) :: y(n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = t + a(i, j)
      t = t - 2*a(i, m + 1 - j)
      t = t + j
    end do
    y(i) = t
  end do
end subroutine twice

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
!$loopy end
