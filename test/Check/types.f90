! Every type, a lower bound that is an argument, a module, a scalar result.
! REQUIRES: gfortran, opencl
! RUN: %loopyc --check --target=opencl,c %s | FileCheck %s
! CHECK: check: types: opencl: ok: max relative error {{.*}} (pocl, 3 runs)
! CHECK-NEXT: check: types: c: ok: max relative error
! RUN: %loopyc --check --target=c --seed=5 --param n=1 --param lo=-3 %s
module stuff
  implicit none
  integer, parameter :: wp = kind(1.0d0)
contains
  subroutine types(n, lo, mask, z, c, k, total, big)
    integer, intent(in) :: n, lo
    logical, intent(inout) :: mask(lo:lo+n)
    complex(wp), intent(inout) :: z(n)
    complex, intent(out) :: c(2, n)
    integer(8), intent(inout) :: k(-1:n)
    real(wp), intent(out) :: total
    integer(2), intent(out) :: big(n)
    integer :: i
    total = 0
    do i = 1, n
      mask(lo+i) = .not. mask(lo+i)
      z(i) = z(i)*z(i) + (1.0_wp, 2.0_wp)
      c(1,i) = cmplx(real(z(i)), 2.0)
      c(2,i) = conjg(c(1,i))
      k(i) = k(i-1)/2 + mod(k(i), 3_8)
      if (mask(lo+i)) total = total + real(z(i), wp)
      big(i) = int(i, 2)
    end do
  end subroutine
end module
