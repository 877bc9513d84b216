! Where data say how far a loop goes that fills or reads scratch, it is not known
! that iterations see each other's, and no clause is contradicted. Where sizes do,
! it is.
! RUN: %loopyc %s -fsyntax-only -Wno-serial 2>&1 | FileCheck %s
! CHECK-NOT: 'high' is said
! CHECK: 'low' is said to be private, but has in the loop its value from before
! CHECK-NOT: 'high' is said
subroutine advect(n, m, nz, levels, a, f)
  implicit none
  integer, intent(in) :: n, m, nz, levels(n)
  real(8), intent(in) :: a(m, n)
  real(8), intent(inout) :: f(m, n)
  real(8) :: high(m)
  integer :: i, k
  !$omp parallel do private(high, k)
  do i = 1, n
    do k = 1, nz
      high(k) = a(k, i)
    end do
    do k = 1, levels(i)
      high(k) = high(k) + a(1, i)
    end do
    do k = 1, nz
      f(k, i) = high(k)
    end do
  end do
end subroutine
subroutine carried(n, m, a, f)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(m, n)
  real(8), intent(inout) :: f(m, n)
  real(8) :: low(m)
  integer :: i, k
  low = 0
  !$omp parallel do private(low, k)
  do i = 1, n
    do k = 1, m
      low(k) = low(k) + a(k, i)
    end do
    do k = 1, m
      f(k, i) = low(k)
    end do
  end do
end subroutine
