! A module's procedures that have no name outside of it, but the generic one
! that stands for them: the original's statements call them by that.
! RUN: %loopyc %s --check --target=c,opencl -Wno-serial | FileCheck %s --implicit-check-not=skipped
! CHECK-DAG: check: slopes: c: ok
! CHECK-DAG: check: slopes: opencl: ok
! CHECK-DAG: check: renamed: c: ok
module limiters
  implicit none
  private
  public :: limited
  interface limited
    module procedure minmod, minmod_single
  end interface
contains
  pure real(8) function minmod(a, b)
    real(8), intent(in) :: a, b
    minmod = 0
    if (a*b > 0) minmod = sign(min(abs(a), abs(b)), a)
  end function
  pure real function minmod_single(a, b)
    real, intent(in) :: a, b
    minmod_single = 0
    if (a*b > 0) minmod_single = sign(min(abs(a), abs(b)), a)
  end function
end module
subroutine gradients(n, u, v, s, t)
  use limiters, only: limited, pick => limited
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: u(0:n + 1)
  real, intent(in) :: v(0:n + 1)
  real(8), intent(out) :: s(n)
  real, intent(out) :: t(n)
  integer :: i
  !$loopy begin kernel: slopes
  do i = 1, n
    s(i) = limited(u(i) - u(i - 1), u(i + 1) - u(i))
  end do
  !$loopy end kernel: slopes
  !$loopy begin kernel: renamed
  do i = 1, n
    t(i) = pick(v(i) - v(i - 1), v(i + 1) - v(i))
  end do
  !$loopy end kernel: renamed
end subroutine
