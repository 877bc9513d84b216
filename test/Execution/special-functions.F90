! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DK=8 --check --target=opencl,c --param n=201 | FileCheck %s
! RUN: %loopyc %s -DK=4 --check --target=opencl,c --param n=201 | FileCheck %s
! RUN: %loopyc %s -DK=8 -DBESSEL --check --target=c --param n=201 | FileCheck %s --check-prefix=BESSEL
! RUN: %loopyc %s -DK=4 -DBESSEL --check --target=c --param n=201 --rtol=1e-3 | FileCheck %s --check-prefix=BESSEL
! RUN: %loopyc %s -DK=8 -DBESSEL --target=cuda --emit=device -o - | FileCheck %s --check-prefix=CUDA
! RUN: %loopyc %s -DK=8 -DBESSEL --target=opencl,c -fsyntax-only 2>&1 | FileCheck %s --check-prefix=OPENCL
! erfc_scaled from where its exponential is nothing, over where erfc has no
! digits left, to where its square overflows.
! CHECK: check: scaled: opencl: ok
! CHECK: check: scaled: c: ok
subroutine scaled(n, x, y)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: y(n, 4)
  integer :: i
  do i = 1, n
    y(i, 1) = erfc_scaled(x(i))
    y(i, 2) = erfc_scaled(-4 + 0.23_wp*i)
    y(i, 3) = erfc_scaled(6.5_wp + 0.1_wp*i)
    y(i, 4) = erfc_scaled(2._wp**(i*maxexponent(1._wp)/n - 1))
  end do
end subroutine
#ifdef BESSEL
! A variable may be called as the C library's function.
! BESSEL: check: bessel: c: ok
! CUDA: double loopyc_bessel_jn(int n, double x) {
! CUDA-NEXT: return jn(n, x);
! OPENCL: special-functions.F90:[[#@LINE+10]]:{{[0-9]+}}: warning: 'bessel' stays on the host: not supported: intrinsic 'bessel_j0' has no counterpart in target 'opencl'; choose others with --target, or compute it before the kernel, into an array [-Wuntranslated]
subroutine bessel(n, x, y)
  implicit none
  integer, parameter :: wp = K
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: y(n, 6)
  integer :: i, jn
  jn = n/60
  do i = 1, n
    y(i, 1) = bessel_j0(10*x(i))
    y(i, 2) = bessel_j1(10*x(i))
    y(i, 3) = bessel_jn(jn, 10*x(i))
    y(i, 4) = bessel_y0(abs(x(i)) + 0.1_wp)
    y(i, 5) = bessel_y1(abs(x(i)) + 0.1_wp)
    y(i, 6) = bessel_yn(2, abs(x(i)) + 0.1_wp)
  end do
end subroutine
#endif
