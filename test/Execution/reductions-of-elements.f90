! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl --map-parallel -Werror | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl --param n=5000 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --verify --target=opencl | FileCheck %s --check-prefix=VERIFY
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CODE
! Sums of several elements in one loop, which does more than that: each
! work-item has a part of every sum.
! CHECK-DAG: check: norms: opencl: ok
! CHECK-DAG: check: moments: opencl: ok
! CHECK-DAG: check: scaled: opencl: ok
! VERIFY-DAG: verify: norms: ok
! VERIFY-DAG: verify: moments: ok

! CODE-LABEL: void norms(
! CODE: double rms_partial[4];
! CODE: for (int i1_2_before = 0; i1_2_before < 4; ++i1_2_before) {
! CODE: rms_partial[i1_2_before] = -0.0;
! CODE: for (long c = 128 * gid(0) + lid(0); c < n;
! CODE: u[4 * c + i1_1] =
! CODE: rms_partial[i1_2] = rms_partial[i1_2] +
! CODE: for (int i1_2_behind = 0;
! CODE: rms_shared[lid(0)] = rms_partial[i1_2_behind];
subroutine norms(n, u, res, cfl, rms)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(4, n)
  real(8), intent(in) :: res(4, n), cfl
  real(8), intent(out) :: rms(4)
  integer :: c
  real(8) :: dt
  rms = 0
  do c = 1, n
    dt = cfl/(1 + u(1, c)**2)
    u(:, c) = u(:, c) + dt*res(:, c)
    rms = rms + res(:, c)**2
  end do
  rms = sqrt(rms/n)
end subroutine

! Two axes, bounds of their own, and a scalar beside them.
subroutine moments(n, x, s, total, largest)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(3, n)
  real(8), intent(inout) :: s(0:2, -1:1), total, largest(3)
  integer :: i, k, l
  real(8) :: w
  do i = 1, n
    w = x(1, i)*x(2, i)
    total = total + w
    do l = -1, 1
      do k = 0, 2
        s(k, l) = s(k, l) + w*x(k + 1, i)*x(l + 2, i)
      end do
    end do
    do k = 1, 3
      largest(k) = max(largest(k), w*x(k, i))
    end do
  end do
end subroutine

! Under a condition of the iteration.
subroutine scaled(n, x, y, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), s(5)
  integer :: i, k
  do i = 1, n
    y(i) = 2*y(i)
    if (x(i) < 0.7d0) cycle
    do k = 1, 5
      s(k) = s(k) + x(i)*k
    end do
  end do
end subroutine
