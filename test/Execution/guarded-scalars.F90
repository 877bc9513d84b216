! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 | FileCheck %s
! CHECK: check: cases: opencl: ok
! CHECK: check: cases: c: ok
! CHECK: check: branches: opencl: ok
! CHECK: check: branches: c: ok
! Scalars that are assigned under conditions of the data are private where each
! case assigns them.
subroutine cases(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: t, u
  integer :: i
  do i = 1, n
    if (x(i) > 0.5) then
      t = 2*x(i)
    else if (x(i) > 0.25) then
      t = 3*x(i)
      u = t + 1
      y(i) = u
    else
      t = x(i)
    end if
    y(i) = y(i) + t
  end do
end subroutine cases

subroutine branches(n, k, y)
  implicit none
  integer, intent(in) :: n, k(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: t
  integer :: i
  do i = 1, n
    if (k(i) > 3) then
      t = 2
    else
      if (k(i) == 1) then
        t = 3
      else
        t = 4
      end if
    end if
    if (i > 5) then
      t = t + i
    else
      t = t - i
    end if
    y(i) = y(i) + t
  end do
end subroutine branches
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(t, "i", 16, outer_tag="g.0", inner_tag="l.0")
!$loopy end
