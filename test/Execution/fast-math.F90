! Fast math of all kinds computes what the Fortran does, as exactly as --check
! then asks; of single and double precision, on sizes that the groups do not
! divide.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DK=4 --set FAST=True --check --target=opencl,c | FileCheck %s
! RUN: %loopyc %s -DK=8 --set FAST=True --check --target=opencl,c | FileCheck %s
! RUN: %unoptimised %loopyc %s -DK=4 --set FAST=rsqrt,contraction --check --target=opencl,c --param n=1 | FileCheck %s
! RUN: %loopyc %s -DK=8 --set FAST=reciprocal --check --target=opencl,c --param n=37 | FileCheck %s
! RUN: %loopyc %s -DK=8 --set FAST=False --check --target=opencl,c --param n=131 | FileCheck %s --check-prefix=EXACT
! RUN: %loopyc %s -DK=4 --set FAST=denormals --check --target=c | FileCheck %s --check-prefix=ZEROS
! CHECK: check: roots: opencl: ok
! CHECK: check: roots: c: ok
! CHECK: check: roots: note: fast math ({{.*}}): differences of up to 4 times the usual tolerance {{.*}}are accepted
! CHECK: check: pairs: opencl: ok
! CHECK: check: pairs: c: ok
! CHECK: check: angles: opencl: ok
! CHECK: check: angles: c: ok
! EXACT-NOT: note: fast math
! EXACT: check: roots: opencl: ok
! EXACT: check: roots: c: ok
! EXACT-NOT: note: fast math
! ZEROS: note: fast math (denormals): zeros for numbers below the smallest normal one are accepted
subroutine roots(n, c, a, b, y)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: c, a(n), b(n)
  real(wp), intent(out) :: y(n, 16)
  real(wp) :: x, r, r3
  integer :: i
  do i = 1, n
    x = abs(b(i)) + 0.5_wp
    y(i, 1) = 1/sqrt(x)
    y(i, 2) = a(i)/sqrt(x)
    y(i, 3) = x**(-0.5_wp) + x**0.5_wp + x**2.0_wp + x**(-1.0_wp)
    y(i, 4) = x**1.5_wp
    y(i, 5) = a(i)*x**2.5_wp
    y(i, 6) = x**(1.0_wp/3)
    y(i, 7) = x**(-2.0_wp/3) + x**(5.0_wp/3) + x**(-1.0_wp/3)
    y(i, 8) = -a(i)/(x*sqrt(x))
    r = sqrt(x)
    y(i, 9) = a(i)/r - 1/r**3
    r3 = x*r
    y(i, 10) = a(i)/r3 + b(i)/(-r)
    r = r + 1
    y(i, 11) = a(i)/r
    y(i, 12) = a(i)/x + b(i)/x
    x = x + a(i)**2
    y(i, 13) = b(i)/x + 7/x
    y(i, 14) = a(i)*b(i) + c - x*x
    y(i, 15) = a(i)/3 - b(i)/0.1_wp
    y(i, 16) = (1/sqrt(x))**3*c
  end do
end subroutine

! A root under a condition, used under it and beside it.
subroutine pairs(n, x, q, v)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n, 3), q(n)
  real(wp), intent(out) :: v(n)
  real(wp) :: d, s
  integer :: i, j
  do i = 1, n
    s = 0
    d = 1
    do j = 1, n
      if (i /= j) then
        d = sqrt((x(i,1) - x(j,1))**2 + (x(i,2) - x(j,2))**2 + (x(i,3) - x(j,3))**2 + 0.01_wp)
        s = s + q(j)/d
      end if
      s = s + q(i)/(d + 1)
    end do
    v(i) = s/n
  end do
end subroutine

subroutine angles(n, t, w, y)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: t(n), w
  real(wp), intent(out) :: y(n, 4)
  real(wp) :: a
  integer :: i
  do i = 1, n
    a = w*t(i)
    y(i, 1) = sin(a)
    y(i, 2) = cos(a)*sin(a)
    a = a + 1
    y(i, 3) = cos(a)
    if (t(i) > 0) y(i, 3) = y(i, 3) + sin(a)*cos(a)
    y(i, 4) = merge(sin(t(i)), cos(t(i)), w > 0)
  end do
end subroutine
!$loopy begin
! RESULT = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     knl = lp.set_options(knl, fast_math=FAST)
!     RESULT.append(lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0"))
!$loopy end
