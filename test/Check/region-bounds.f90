! A region's arrays have the bounds of their declarations, in variables that the
! region need not mention.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! CHECK: check: gather: c: ok
! CHECK: check: shifted: c: ok
! CHECK: check: area: c: ok
! CHECK: check: changed: c: ok: max relative error
subroutine first(n, lo, hi, a, b, c, ix)
  integer :: n, lo, hi
  real(8), intent(inout) :: a(-n:n+1), b(0:n, n), c(lo:hi)
  integer :: ix(n)
  integer :: i
  print *, 'host'
  !$loopy begin kernel: gather
  do i = 1, n
    a(ix(i)) = b(ix(i) - 1, 1) + b(ix(i), n)
  end do
  !$loopy end kernel: gather
  !$loopy begin kernel: shifted
  do i = lo + 1, hi
    if (c(i - 1) > 0.7d0) c(i - 1) = c(i) + c(lo)
  end do
  !$loopy end kernel: shifted
end subroutine
subroutine second(n, m, u)
  integer :: n, m
  real(8), intent(inout) :: u(n*m)
  integer :: i, j
  print *, 'host'
  !$loopy begin kernel: area
  do j = 1, m
    do i = 1, n
      u(i + n*(j - 1)) = u(i + n*(j - 1)) + j
    end do
  end do
  !$loopy end kernel: area
end subroutine
! The declaration says u(n), but n is another one by now.
subroutine third(n, u)
  integer :: n
  real(8), intent(inout) :: u(n)
  integer :: i
  n = n - 3
  !$loopy begin kernel: changed
  do i = 1, n
    u(i + 3) = u(i) + 1
  end do
  !$loopy end kernel: changed
end subroutine
