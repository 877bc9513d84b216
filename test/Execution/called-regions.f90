! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! Calls in regions: of internal procedures, which share the variables of their
! host, and of modules, which share theirs with the region.
! CHECK-NOT: FAILED
! CHECK: check: advance{{.*}}: opencl: ok
! CHECK: check: totals{{.*}}: opencl: ok
! CHECK: check: of_module{{.*}}: opencl: ok
! CHECK-NOT: FAILED
module state
  implicit none
  integer, parameter :: nz = 6
  real(8) :: rate = 0.5d0, level(nz)
contains
  pure real(8) function growth(x, k)
    real(8), intent(in) :: x
    integer, intent(in) :: k
    growth = rate*x + level(k)
  end function
  subroutine raise(k, by)
    integer, intent(in) :: k
    real(8), intent(in) :: by
    level(k) = level(k) + by
  end subroutine
end module

program main
  use state
  implicit none
  integer, parameter :: n = 33
  real(8), parameter :: half = 0.5d0
  real(8) :: u(0:n + 1), f(n), total, dt
  integer :: i, step
  u = 1
  dt = 0.1d0
  do step = 1, 2
    !$loopy begin kernel: advance
    do i = 1, n
      call flux(u(i - 1), u(i), f(i))
    end do
    do i = 1, n
      u(i) = u(i) - dt*f(i)*half
    end do
    !$loopy end kernel: advance
    !$loopy begin kernel: totals
    total = 0
    do i = 1, n
      total = total + weight(i)*u(i)
    end do
    !$loopy end kernel: totals
    !$loopy begin kernel: of_module
    do i = 1, nz
      call raise(i, rate*i)
      f(i) = growth(u(i), i)
    end do
    !$loopy end kernel: of_module
  end do
  print *, total, f(1)
contains
  subroutine flux(left, right, value)
    real(8), intent(in) :: left, right
    real(8), intent(out) :: value
    real(8) :: mean
    mean = half*(left + right)
    value = dt*mean*(right - left)
  end subroutine
  real(8) function weight(k)
    integer, intent(in) :: k
    weight = dt*k/n
  end function
end program
