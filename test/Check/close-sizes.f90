! Sizes that belong together by what stands elsewhere: where others fail, they
! are tried as close to each other as they can be.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c --check | FileCheck %s
! CHECK: check: solve: c: ok
module sizes
  integer :: n, nm1 ! = n - 1, as its caller has set it
end module
subroutine solve(m, a, x)
  use sizes
  integer, intent(in) :: m
  real(8), intent(in) :: a(m, n)
  real(8), intent(inout) :: x(m, n)
  real(8) :: d(m, n)
  integer :: i, k
  d = 0
  do k = 1, nm1
    do i = 1, m
      d(i, k) = a(i, k)**2 + a(i, k + 1)**2
    end do
  end do
  do k = n - 1, 1, -1
    do i = 1, m
      x(i, k) = x(i, k)*d(i, k)/d(i, k)
    end do
  end do
end subroutine
