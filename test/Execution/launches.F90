! Kernels of several launches against the original: parts with grids of their
! own, loops of the host around launches, scalars that stay on the device, sizes
! that are read back.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=3 --init k='i0 - 3' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 --param m=1 --init k='i0 - 3' | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 --param m=4 --init k='i0 - 3' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=64 --param m=0 --init k='i0 - 3' | FileCheck %s
! CHECK: check: two: opencl: ok
! CHECK: check: two: c: ok
! CHECK: check: steps: opencl: ok
! CHECK: check: steps: c: ok
! CHECK: check: scalars: opencl: ok
! CHECK: check: scalars: c: ok
! CHECK: check: triangle: opencl: ok
! CHECK: check: triangle: c: ok
! CHECK: check: sized: opencl: ok
! CHECK: check: sized: c: ok
! CHECK: check: saved: opencl: ok
! CHECK: check: saved: c: ok
subroutine two(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: b(n), c(n)
  integer :: i, j
  do i = 1, n
    b(i) = 2*a(i)
  end do
  do j = 1, n
    c(j) = b(n + 1 - j) + 1
  end do
end subroutine

! A time loop around two nests: two launches a step.
subroutine steps(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, m
    do i = 1, n
      b(i) = 0.5*a(i - 1) + 0.25*a(i + 1) + 0.125*t
    end do
    do j = 1, n
      a(j) = 0.25*b(j) + 0.5*b(j - 1)
    end do
  end do
end subroutine

! r and s are computed by one launch for the next.
subroutine scalars(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n)
  real(RK), intent(out) :: s
  real(RK) :: r
  integer :: i, k
  r = 0
  do k = 1, n
    r = r + a(k)
  end do
  s = 2*r
  do i = 1, n
    b(i) = b(i)/(1 + r*r) + s
  end do
end subroutine

! Two loops of the host, one bounded by the other, downward and with a step.
subroutine triangle(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n, 0:m)
  integer :: i, t, u
  do t = m, 1, -1
    do u = 0, t - 1, 2
      do i = 1, n
        a(i, u) = 0.5*a(n + 1 - i, t) + 0.25*a(i, u)
      end do
    end do
  end do
end subroutine

! The host reads back how many iterations there are, of its own loop and of a
! launch's.
subroutine sized(n, k, a, b)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: k(n)
  real(RK), intent(inout) :: a(n), b(n)
  integer :: i, j, l, t, most, last
  most = 0
  last = 1
  do l = 1, n
    most = max(most, mod(abs(k(l)), n + 1))
    if (k(l) > 0) last = 3
  end do
  do t = 1, last
    do i = 1, most
      b(i) = 0.5*b(i) + 0.25*a(most + 1 - i)
    end do
    do j = 1, n
      a(j) = 0.5*a(j) + 0.25*b(n + 1 - j)
    end do
  end do
end subroutine

! Each work-item has a t, which goes past the barrier.
subroutine saved(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: b(n), c(n)
  real(RK) :: t, u(3)
  integer :: i
  do i = 1, n
    t = a(i) + 1
    u(1) = t*t
    u(3) = t - 2
    b(i) = 2*t
    c(i) = t + b(max(i - 1, 1)) + u(1) + u(3)
  end do
end subroutine

!$loopy begin
! RESULT = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     for name in {"i", "j"} & set(knl.all_inames()):
!         knl = lp.split_iname(knl, name, 8, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.insert_global_barriers(knl)
!     RESULT.append(lp.save_and_reload_temporaries(knl))
!$loopy end
