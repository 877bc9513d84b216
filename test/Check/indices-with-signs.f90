! Where a use of an index allows a value, and its negative as well, --check draws
! both; where one use does not, it does not.
! RUN: %loopyc %s -o %t --target=c --check -Wno-serial > %t.out
! RUN: FileCheck %s < %t.out
! CHECK: check: upwind: 2 of 2 branches taken
! CHECK: check: by_halves: 2 of 2 branches taken
! CHECK: check: one_sided: c: ok
! CHECK: check: bounded: c: ok
! REQUIRES: gfortran
subroutine upwind(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: a(n)
  real, intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    if (ix(i) > 0) then
      b(i) = b(i) + a(abs(ix(i)))
    else
      b(i) = b(i) - a(abs(ix(i)))
    end if
  end do
end subroutine

! Of each half of the values, another statement.
subroutine by_halves(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    if (ix(i) > 0) then
      b(i) = a(ix(i))
    else
      b(i) = 2*a(-ix(i))
    end if
  end do
end subroutine

subroutine one_sided(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: a(n)
  real, intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = a(abs(ix(i))) + a(ix(i))
  end do
end subroutine

subroutine bounded(n, ix, a, b)
  implicit none
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: a(n)
  real, intent(inout) :: b(n)
  integer :: i, j
  do i = 1, n
    do j = 1, ix(i)
      b(i) = b(i) + a(abs(ix(i)))
    end do
  end do
end subroutine
