! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check -Wno-serial -Wno-branches --param n=2 | FileCheck %s
! RUN: %loopyc %s --target=c --check -Wno-serial -Wno-branches | FileCheck %s

! Either of two bounds may be the loop's: sizes are such that both are inside.
! CHECK: chosen: c: ok: max relative error
subroutine chosen(n, m, which, a)
  implicit none
  integer, intent(in) :: n, m, which
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, merge(n, m, which > 0)
    a(i) = a(i) + 1
  end do
end subroutine

! The subscript is computed, and its array has as many elements as it takes.
! CHECK: flat: c: ok: max relative error
subroutine flat(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n*m)
  integer :: i, j, at
  do j = 1, m
    do i = 1, n
      at = i + (j - 1)*n
      a(at) = 2*a(at)
    end do
  end do
end subroutine
