! A subscript that the kernel corrects where it leaves its array is drawn beyond
! that, too; one that it does not correct is not.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -o %t 2>&1 | FileCheck %s --implicit-check-not=FAILED --implicit-check-not=warning:
! CHECK: check: lower: 2 of 2 branches taken
! CHECK: check: upper: 2 of 2 branches taken
! CHECK: check: both: 4 of 4 branches taken
! CHECK: check: chain: 4 of 4 branches taken
! CHECK: check: otherwise: 2 of 2 branches taken
! CHECK: check: zero: 2 of 2 branches taken
! CHECK: check: mixed: 2 of 2 branches taken
! CHECK: check: around: 2 of 2 branches taken
! CHECK: check: skipped: 2 of 2 branches taken
! CHECK: check: kept: 2 of 2 branches taken
! CHECK: check: inside: 2 of 2 branches taken
! CHECK: check: added: 4 of 4 branches taken
! CHECK: check: limits: c: ok
! CHECK: check: limits: 2 of 2 branches taken
subroutine lower(n, m, idx, a, b)
  integer, intent(in) :: n, m, idx(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = idx(i)
    if (k < 1) k = 1
    b(i) = b(i) + a(k)
  end do
end subroutine
subroutine upper(n, m, cell, q, r)
  integer, intent(in) :: n, m, cell(n)
  real(8), intent(in) :: q(0:m)
  real(8), intent(inout) :: r(n)
  integer :: i, k
  do i = 1, n
    k = cell(i)
    if (k > m) k = m
    r(i) = r(i) + q(k)
  end do
end subroutine
subroutine both(n, m, idx, a, b)
  integer, intent(in) :: n, m, idx(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = idx(i)
    if (k < 1) k = 1
    if (k > m) k = m
    b(i) = b(i) + a(k)
  end do
end subroutine
subroutine region(n, m, idx, a, b)
  integer, intent(in) :: n, m, idx(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  print *, 'host'
  !$loopy begin kernel: chain
  do i = 1, n
    k = idx(i)
    if (k < 1) then
      k = 1
    else if (k >= m) then
      k = m - 1
    end if
    b(i) = b(i) + a(k) + a(k + 1)
  end do
  !$loopy end kernel: chain
end subroutine
subroutine otherwise(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    if (ix(i) > 0 .and. ix(i) <= m) then
      k = ix(i)
    else
      k = m
    end if
    b(i) = b(i) + a(k)
  end do
end subroutine
! Read in a loop inside.
subroutine zero(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n, 3)
  integer :: i, j, k
  do i = 1, n
    k = ix(i)
    if (k == 0) k = 1
    do j = 1, 3
      b(i, j) = b(i, j) + a(k)
    end do
  end do
end subroutine
subroutine mixed(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(0:m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = min(ix(i), m)
    if (k < 0) then
      b(i) = 0
    else
      b(i) = a(k)
    end if
  end do
end subroutine
subroutine around(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = ix(i) + 1
    if (k > m) k = k - m
    b(i) = b(i) + a(k)
  end do
end subroutine
subroutine skipped(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = ix(i)
    if (k < 1 .or. k > m) cycle
    b(i) = b(i) + a(k)
  end do
end subroutine
! From one iteration to the next.
subroutine kept(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  k = 1
  do i = 1, n
    if (ix(i) > 0) k = ix(i)
    b(i) = b(i) + a(k)
  end do
end subroutine
! The condition is that of the element, not of what is read.
subroutine inside(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i, k
  do i = 1, n
    k = ix(i)
    if (a(k) > 0.9d0) k = 1
    b(i) = b(i) + a(k)
  end do
end subroutine
! Written.
subroutine added(n, m, ix, q, r)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: q(n)
  real(8), intent(inout) :: r(m)
  integer :: i, k
  do i = 1, n
    k = ix(i)
    if (k < 1) then
      k = 1
    end if
    if (k > m) then
      k = m
    end if
    r(k) = r(k) + q(i)
  end do
end subroutine
subroutine limits(n, m, ix, a, b)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: a(m)
  real(8), intent(inout) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = b(i) + a(max(1, min(ix(i), m)))
    if (ix(i) > m) b(i) = 2*b(i)
  end do
end subroutine
