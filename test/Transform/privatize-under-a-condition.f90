! What is read in each iteration, and written under one condition, is no iteration's
! own: nobody asserts that the condition on its data always holds. What is written in
! one branch or another, where some of an inner loop's iterations say so, or where the
! whole run says so, may be.
! RUN: not %loopyc %s --set WHICH=carried --target=c -o %t 2>&1 | FileCheck %s --check-prefix=CARRIED
! RUN: not %loopyc %s --set WHICH=endless --target=c -o %t 2>&1 | FileCheck %s --check-prefix=ENDLESS
! RUN: %loopyc %s --set WHICH=own --target=c -o %t && FileCheck %s < %t.c
! CARRIED: error: kernel 'carried': privatize: 's' is not private to 'j', for an iteration reads what another wrote
! ENDLESS: error: kernel 'endless': privatize: 's' is not private to 'j', for an iteration reads what another wrote
! CHECK-NOT: asserted{{.*}}'s'
! CHECK: asserted: each iteration of 'j' has a 't' of its own, and reads of it what it has written
! CHECK: asserted: each iteration of 'j' has a 'w' of its own, and reads of it what it has written
subroutine carried(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: a(n)
  real(8), intent(in) :: c(n)
  real(8) :: s
  integer :: j
  s = 0.25d0
  do j = 1, n
    if (c(j) > 0.1d0) s = 0.5d0*c(j)
    a(j) = 2 + s
  end do
end subroutine

subroutine endless(n, a, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: a(n)
  real(8), intent(in) :: c(n)
  real(8) :: s
  integer :: j, k
  s = 0.25d0
  do j = 1, n
    k = 0
    do
      k = k + 1
      if (k >= 3 .or. c(j) > 0.3d0) exit
      if (c(j) > 0.1d0) s = 0.5d0*c(j)
    end do
    a(j) = 2 + s
  end do
end subroutine

subroutine own(n, mode, ix, a, c)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: mode
  real(8), intent(out) :: a(n)
  real(8), intent(in) :: c(n)
  real(8) :: s, t, w(4)
  integer :: j, k
  do j = 1, n
    if (mode > 0) w(ix(j)) = c(j)
    if (c(j) > 0.1d0) then
      s = 0.5d0*c(j)
    else
      s = 1
    end if
    do k = 1, n
      if (c(k) > c(j) - 1) t = c(k)
    end do
    a(j) = 2 + s + t + w(1)
  end do
end subroutine
!$loopy begin
! knl = lp.parse_fortran(SOURCE, FILENAME)[WHICH]
! RESULT = lp.privatize(knl, "s, t, w" if WHICH == "own" else "s", "j")
!$loopy end
