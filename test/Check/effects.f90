! What kernels change only where data have some magnitude, sign or value is
! changed in some run.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s 2>&1 | FileCheck %s --implicit-check-not=warning --implicit-check-not=FAILED --implicit-check-not=none
! CHECK: check: limit: c: ok
! CHECK: check: wrap: c: ok
! CHECK: check: mask: c: ok
! CHECK: check: clip: c: ok
! CHECK: check: largest: c: ok
! CHECK: check: late: c: ok
! CHECK: check: inner: c: ok
! CHECK: check: flags: c: ok
! CHECK: check: anyof: c: ok
! CHECK: check: missing: c: ok
! CHECK: check: huge_values: c: ok
! CHECK: check: signs: c: ok
! CHECK: check: dble: c: ok
! CHECK: check: top_levels: c: ok
subroutine limit(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = min(x(i), 100d0)
  end do
end subroutine
subroutine wrap(n, k)
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    k(i) = mod(k(i), 1000)
  end do
end subroutine
subroutine mask(n, k)
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    k(i) = iand(k(i), 255)
  end do
end subroutine
subroutine clip(n, x, lo, hi)
  integer, intent(in) :: n
  real(8), intent(in) :: lo, hi
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = max(lo, min(hi, x(i)))
  end do
end subroutine
subroutine largest(n, x, top)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: top
  integer :: i
  do i = 1, n
    top = max(top, abs(x(i)))
  end do
end subroutine
subroutine late(n, step, x)
  integer, intent(in) :: n, step
  real(8), intent(inout) :: x(n)
  integer :: i
  if (step > 1000) then
  do i = 1, n
    x(i) = x(i) + 1
  end do
  end if
end subroutine
subroutine inner(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n, n)
  integer :: i, j
  do j = 60, n - 10
    do i = 60, n - 10
      x(i, j) = x(i, j) + 1
    end do
  end do
end subroutine
subroutine flags(n, on, x)
  integer, intent(in) :: n
  logical, intent(in) :: on
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (on .and. x(i) > 1d5) x(i) = 1d5
  end do
end subroutine
subroutine anyof(n, x, found)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  logical, intent(inout) :: found
  integer :: i
  do i = 1, n
    if (x(i) > 50) found = .true.
  end do
end subroutine
subroutine missing(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (x(i) == -999d0) x(i) = 0
  end do
end subroutine
subroutine huge_values(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (x(i) > 1e30) x(i) = 1e30
  end do
end subroutine
subroutine signs(n, k)
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    k(i) = abs(k(i))
  end do
end subroutine
subroutine dble(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = sign(x(i), 1d0)
  end do
end subroutine
subroutine top_levels(n, nlev, kt, x)
  integer, intent(in) :: n, nlev, kt(n)
  real(8), intent(inout) :: x(n, nlev)
  integer :: i, k
  do k = 1, nlev
    do i = 1, n
      if (k < kt(i)) x(i, k) = 0
    end do
  end do
end subroutine
