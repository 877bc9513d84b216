! Complex arithmetic, which no target has built in.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: opencl: ok
! CHECK: c: ok
subroutine cplx(n, a, b, s, r, z8)
  implicit none
  integer, intent(in) :: n
  complex, intent(in) :: a(n), b(n), s
  complex, intent(out) :: r(n, 12)
  complex(8), intent(out) :: z8(n, 4)
  integer :: i
  do i = 1, n
    r(i,1) = a(i) + b(i)
    r(i,2) = a(i)*b(i) - s
    r(i,3) = a(i)/(b(i) + (3.0, 0.5))
    r(i,4) = conjg(a(i))*2.0
    r(i,5) = cmplx(real(a(i)), aimag(b(i)))
    r(i,6) = abs(a(i))
    r(i,7) = exp(a(i)*0.1)
    r(i,8) = sqrt(a(i))
    r(i,9) = log(a(i) + (5.0, 0.0))
    r(i,10) = a(i)**3
    r(i,11) = -a(i) + 1
    r(i,12) = a(i)**b(i)
    z8(i,1) = a(i)
    z8(i,2) = a(i)*(1d0, 2d0)
    z8(i,3) = cmplx(a(i), kind=8)/(b(i) + 4d0)
    z8(i,4) = sin(cmplx(a(i), kind=8)*0.1d0)
  end do
end subroutine
