! The same element as in Fortran, the first or the last of equal ones.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --map-parallel --check -Werror=serial | FileCheck %s
! CHECK: check: first: c: ok
! CHECK: check: last: c: ok
! CHECK: check: least: c: ok
subroutine first(n, a, big, ibig)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: big, ibig
  integer :: i
  do i = 1, n
    if (mod(a(i), 5) <= big) goto 10
    big = mod(a(i), 5)
    ibig = i
10  continue
  end do
end subroutine
subroutine last(n, a, big, ibig)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: big, ibig
  integer :: i
  do i = 1, n
    if (mod(a(i), 5) < big) cycle
    big = mod(a(i), 5)
    ibig = i
  end do
end subroutine
subroutine least(n, a, low, ilow)
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: low, ilow
  integer :: i
  do i = 1, n
    if (.not. (low <= mod(a(i), 5))) then
      low = mod(a(i), 5)
      ilow = i
    end if
  end do
end subroutine
