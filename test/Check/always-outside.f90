! Sizes at which nothing runs are no way around subscripts that leave their
! array at all others.
! RUN: rm -rf %t && split-file %s %t
! RUN: not %loopyc %t/upper.f90 --check --target=c 2>&1 | FileCheck %s --check-prefix=UPPER
! RUN: not %loopyc %t/behind.f90 --check --target=c 2>&1 | FileCheck %s --check-prefix=BEHIND
! RUN: %loopyc %t/chosen.f90 --check --target=c -Wno-serial | FileCheck %s --check-prefix=CHOSEN
! UPPER: upper.f90:7:5: error: --check: kernel 'upper' accesses a[i + 1] outside its array for all sizes for which it accesses it at all
! BEHIND: behind.f90:10:5: error: --check: kernel 'behind' accesses a[i_1 - 1] outside
! CHOSEN: check: chosen: c: ok: max relative error

//--- upper.f90
subroutine upper(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 0.5d0*(a(i) + a(i+1))
  end do
end subroutine

//--- behind.f90
subroutine behind(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(2:n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = 0.5d0*i
  end do
  do i = 1, n
    b(i) = b(i) + a(i)
  end do
end subroutine

//--- chosen.f90
subroutine chosen(n, a, inside, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  logical, intent(in) :: inside(n)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n - 1
    b(i) = b(i) + a(i+1)
    if (i < n - 1) b(i) = b(i) + a(i+2)
  end do
end subroutine
