! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check | FileCheck %s
! RUN: %loopyc %s --check --param sweeps=24 | FileCheck %s --check-prefix=SENSITIVE
! RUN: not %loopyc %s --check --param sweeps=24 --rtol=1e-6 2>&1 | FileCheck %s --check-prefix=EXACT
! RUN: not %loopyc %s --check --param sweeps=60 2>&1 | FileCheck %s --check-prefix=MANY
! The number of sweeps is not chosen as sizes are: with as many, values and
! rounding errors grow without bound. What the inputs' last digits change is
! accepted, where --rtol does not exclude it.
! CHECK: check: relax: opencl: ok
! SENSITIVE: check: relax: opencl: ok: max relative error {{.*}} the inputs' last digits change it)
! EXACT: check: relax: opencl: FAILED: p(
! MANY: check: relax: opencl: FAILED: p(
subroutine relax(n, m, sweeps, a, b, c, f, p, q)
  implicit none
  integer, intent(in) :: n, m, sweeps
  real(4), intent(in) :: a(n, m), b(n, m), c(n, m), f(n, m)
  real(4), intent(inout) :: p(n, m), q(n, m)
  integer :: i, j, sweep
  do sweep = 1, sweeps
    do j = 2, m - 1
      do i = 2, n - 1
        q(i, j) = 3*a(i, j)*(p(i+1, j) - p(i-1, j)) - 3*b(i, j)*(p(i, j+1) - p(i, j-1)) &
                  + c(i, j)*(p(i+1, j+1) - p(i-1, j+1) - p(i+1, j-1) + p(i-1, j-1)) + f(i, j)
      end do
    end do
    p(2:n-1, 2:m-1) = q(2:n-1, 2:m-1)
  end do
end subroutine
