! An element that many iterations add to is a long sum, whatever its subscript:
! bins, blocks, diagonals, and what data say. gfortran adds the other way round.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches --param n=4000003 --param k=400003 --param m=1001 | FileCheck %s --implicit-check-not=FAILED
! CHECK-DAG: check: bins: c: ok
! CHECK-DAG: check: blocks: c: ok
! CHECK-DAG: check: diagonals: c: ok
#ifdef __GFORTRAN__
#define ALL(n) n, 1, -1
#else
#define ALL(n) 1, n
#endif
subroutine bins(n, x, h)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(4), intent(inout) :: h(0:3)
  integer :: i
  do i = ALL(n)
    h(mod(i, 4)) = h(mod(i, 4)) + x(i)
  end do
end subroutine
subroutine blocks(k, x, h)
  implicit none
  integer, intent(in) :: k
  real(4), intent(in) :: x(k)
  real(4), intent(inout) :: h(k/100000 + 1)
  integer :: i
  do i = ALL(k)
    h((i - 1)/100000 + 1) = h((i - 1)/100000 + 1) + x(i)
  end do
end subroutine
subroutine diagonals(m, x, h)
  implicit none
  integer, intent(in) :: m
  real(4), intent(in) :: x(m,m)
  real(4), intent(inout) :: h(2*m)
  integer :: i, j
  do j = ALL(m)
    do i = 1, m
      h(i + j) = h(i + j) + x(i,j)
    end do
  end do
end subroutine
!$loopy begin
!$loopy end
