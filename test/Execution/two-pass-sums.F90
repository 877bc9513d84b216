! Sums of what private scalars hold, behind a reduction whose result these need:
! parallel, too, for what begins a partial sum goes with its loop into the
! launch behind the barrier.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 --check --verify --target=opencl,c -Werror=serial --param n=1 --param m=1 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial --param n=131 --param m=3 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c -Werror=serial --param n=257 --param m=130 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c -Werror=serial --param n=37 --param m=0 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DITERATED --check --target=opencl,c -Wno-serial --param n=200 --param m=5 -o %t | FileCheck %s --check-prefixes=CHECK,ITERATED
! CHECK-NOT: FAILED
! CHECK-DAG: check: variance: opencl: ok
! CHECK-DAG: check: variance: c: ok
! CHECK-DAG: check: moments: opencl: ok
! CHECK-DAG: check: moments: c: ok
! CHECK-DAG: check: advance: opencl: ok
! CHECK-DAG: check: advance: c: ok
! CHECK-DAG: check: furthest: opencl: ok
! CHECK-DAG: check: furthest: c: ok
! ITERATED-DAG: check: gradients: opencl: ok
! ITERATED-DAG: check: gradients: c: ok
! CHECK-NOT: FAILED
! RUN: %loopyc %s -DRK=8 -Werror=serial --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CODE

! Two launches for each of the sums; the second sum begins behind the first.
! CODE: void variance(
! CODE-NOT: var_partial
! CODE: void variance_0(
! CODE-NOT: var_partial
! CODE: mean[0] = mean[0] /
! CODE: void variance_1(
! CODE: var_partial = -0.0;
! CODE: for (
! CODE: d = f[
! CODE: var_partial = var_partial + d * d;
! CODE: void variance_2(
subroutine variance(n, m, f, mean, var)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: f(n, m)
  real(RK), intent(out) :: mean, var
  integer :: i, j
  real(RK) :: d
  mean = 0
  do j = 1, m
    do i = 1, n
      mean = mean + f(i, j)
    end do
  end do
  mean = mean/max(n*m, 1)
  var = 0
  do j = 1, m
    do i = 1, n
      d = f(i, j) - mean
      var = var + d*d
    end do
  end do
  var = var/max(n*m, 1)
end subroutine

! Several sums at once, under a condition, and a loop behind that needs nothing
! of the first.
subroutine moments(n, x, m1, m2, m3, low, high, below)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: m1, m2, m3, low, high
  integer, intent(out) :: below
  integer :: i
  real(RK) :: d
  m1 = 0; m2 = 0; m3 = 0; below = 0
  low = huge(low); high = -huge(high)
  do i = 1, n
    m1 = m1 + x(i)
  end do
  m1 = m1/n
  do i = 1, n
    d = x(i) - m1
    m2 = m2 + d**2
    if (d < 0) then
      below = below + 1
      m3 = m3 + d**3
    end if
  end do
  do i = 1, n
    d = 2*x(i)
    low = min(low, d)
    high = max(high, d)
  end do
end subroutine

! A step of conjugate gradients: what is summed up is assigned as well.
! CODE: void advance(
! CODE-NOT: rho_partial
! CODE: void advance_1(
! CODE: rho_partial = -0.0;
! CODE: for (
! CODE: rho_partial = rho_partial + t * t;
subroutine advance(n, x, r, p, q, rho, alpha)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: x(n), r(n), rho
  real(RK), intent(in) :: p(n), q(n)
  real(RK), intent(out) :: alpha
  real(RK) :: t
  integer :: i
  alpha = 0
  do i = 1, n
    alpha = alpha + (1 + p(i)**2)*(1 + q(i)**2)
  end do
  alpha = rho/alpha
  rho = 0
  do i = 1, n
    x(i) = x(i) + alpha*p(i)
    t = r(i) - alpha*q(i)
    r(i) = t
    rho = rho + t*t
  end do
end subroutine

! An extremum with its place, by a private distance from the mean.
subroutine furthest(n, x, mean, far, at)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: mean, far
  integer, intent(out) :: at
  real(RK) :: d
  integer :: i
  mean = 0
  do i = 1, n
    mean = mean + x(i)
  end do
  mean = mean/n
  far = -1; at = 0
  do i = 1, n
    d = abs(x(i) - mean)
    if (d > far) then
      far = d
      at = i
    end if
  end do
end subroutine

#ifdef ITERATED
! Steps in a loop of the host.
subroutine gradients(n, m, x, r, p, q)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: x(n), r(n), p(n), q(n)
  real(RK) :: rho, rho0, alpha, t
  integer :: i, k
  rho = 0
  do i = 1, n
    p(i) = r(i)
    rho = rho + r(i)*r(i)
  end do
  do k = 1, m
    do i = 1, n
      q(i) = (3 + mod(i, 7))*p(i)
    end do
    alpha = 0
    do i = 1, n
      alpha = alpha + p(i)*q(i)
    end do
    alpha = rho/alpha/2
    rho0 = rho
    rho = 0
    do i = 1, n
      x(i) = x(i) + alpha*p(i)
      t = r(i) - alpha*q(i)
      r(i) = t
      rho = rho + t*t
    end do
    do i = 1, n
      p(i) = r(i) + rho/rho0*p(i)
    end do
  end do
end subroutine
#endif
