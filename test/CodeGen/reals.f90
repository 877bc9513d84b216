! Real arithmetic and intrinsics mean what they mean in Fortran.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: opencl: ok
! CHECK: c: ok
subroutine reals(n, a, b, r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: r(n, 30)
  integer :: i
  do i = 1, n
    r(i,1) = abs(a(i))
    r(i,2) = sqrt(abs(b(i)))
    r(i,3) = exp(a(i))
    r(i,4) = log(abs(a(i)) + 1)
    r(i,5) = sin(a(i)) + cos(b(i)) - tan(a(i)*0.1d0)
    r(i,6) = atan2(a(i), b(i))
    r(i,7) = mod(a(i)*10, 3d0)
    r(i,8) = modulo(a(i)*10, -3d0)
    r(i,9) = sign(a(i), b(i))
    r(i,10) = dim(a(i), b(i))
    r(i,11) = min(a(i), b(i), 0.5d0)
    r(i,12) = max(a(i), b(i), 0.5d0)
    r(i,13) = anint(a(i)*10)
    r(i,14) = aint(b(i)*10)
    r(i,15) = floor(a(i)*10)
    r(i,16) = ceiling(a(i)*10)
    r(i,17) = nint(b(i)*10)
    r(i,18) = int(a(i)*10)
    r(i,19) = a(i)**2 + b(i)**3 - (a(i) + b(i))**4
    r(i,20) = abs(a(i))**b(i)
    r(i,21) = a(i)**(-2)
    r(i,22) = merge(a(i), b(i), a(i) > 0)
    r(i,23) = sinh(a(i)) + cosh(b(i)) - tanh(a(i))
    r(i,24) = asin(a(i)/(abs(a(i))+1)) + acos(b(i)/(abs(b(i))+1))
    r(i,25) = real(a(i), 4)
    r(i,26) = log10(abs(a(i)) + 2)
    r(i,27) = -a(i)**2
    r(i,28) = a(i) - (b(i) - a(i)) - (a(i) - b(i))/(b(i)*a(i))
    r(i,29) = 1.1 + 1.1d0*a(i)
    r(i,30) = hypot(a(i), b(i)) + erf(a(i))
  end do
end subroutine
