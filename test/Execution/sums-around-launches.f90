! Sums and extrema over loops that the host runs, because a sum inside of them
! ends in each iteration: what a work-item has summed up stays in memory from
! launch to launch.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --check --verify --target=c --param n=37 --param m=5 -Wno-serial -Wno-branches | FileCheck %s
! RUN: %loopyc %s -o %t --check --target=c --param n=1 --param m=0 -Wno-serial -Wno-branches | FileCheck %s
! RUN: %loopyc %s -o %t --check --target=c --param n=0 --param m=3 -Wno-serial -Wno-branches | FileCheck %s
! RUN: FileCheck %s --check-prefix=HOST < %t.c
! CHECK: check: both: c: ok
! CHECK: check: places: c: ok
! HOST: *s_partial = (double *) ((char *) workspace
subroutine both(n, m, a, s, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(out) :: s, y(m)
  integer :: i, j
  s = 0
  do j = 1, m
    y(j) = 0
    do i = 1, n
      if (a(i, j) > 0.2d0) then
        s = s + a(i, j)
        y(j) = y(j) + a(i, j)**2
      end if
    end do
  end do
end subroutine both

subroutine places(n, m, a, low, at, y)
  implicit none
  integer, intent(in) :: n, m
  real(4), intent(in) :: a(n, m)
  real(4), intent(out) :: low, y(m)
  integer, intent(out) :: at
  integer :: i, j
  low = 9
  at = 0
  do j = 1, m
    y(j) = 1
    do i = 1, n
      y(j) = max(y(j), a(i, j))
      if (a(i, j) < low) then
        low = a(i, j)
        at = i + n*j
      end if
    end do
  end do
end subroutine places
!$loopy begin
! both, places = lp.parse_fortran(SOURCE, FILENAME)
! both = lp.split_iname(both, "i", 16, outer_tag="g.0", inner_tag="l.0")
! places = lp.split_iname(places, "i", 2, inner_tag="ilp")
! places = lp.split_iname(places, "i_outer", 8, outer_tag="g.0", inner_tag="l.0")
! RESULT = [both, places]
!$loopy end
