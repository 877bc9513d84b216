! Integer arithmetic, bit functions and conversions.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! CHECK: opencl: ok
! CHECK: c: ok
subroutine ints(n, a, b, r, l8)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: a(n), b(n)
  integer, intent(out) :: r(n, 20)
  integer(8), intent(out) :: l8(n, 6)
  integer :: i, d
  logical :: p
  do i = 1, n
    d = merge(3, b(i), b(i) == 0)
    r(i,1) = a(i)/d
    r(i,2) = mod(a(i), d)
    r(i,3) = modulo(a(i), d)
    r(i,4) = abs(a(i))
    r(i,5) = sign(a(i), b(i))
    r(i,6) = dim(a(i), b(i))
    r(i,7) = min(a(i), b(i), 3)
    r(i,8) = max(a(i), b(i), -3)
    r(i,9) = mod(a(i), 7)**3
    r(i,10) = 2**mod(abs(a(i)), 12)
    r(i,11) = iand(a(i), b(i))
    r(i,12) = ior(a(i), b(i))
    r(i,13) = ieor(a(i), b(i))
    r(i,14) = not(a(i))
    r(i,15) = ishft(a(i), 3)
    r(i,16) = ishft(a(i), -3)
    p = a(i) > b(i) .and. b(i) > 0 .or. a(i) == 3
    if (p) then
      r(i,17) = 1
    else if (a(i) < 0) then
      r(i,17) = 2
    else
      r(i,17) = 3
    end if
    r(i,18) = merge(1, 0, p .eqv. (a(i) > 0))
    r(i,19) = a(i) - (b(i) - a(i)*2)
    r(i,20) = (-a(i))/3 - a(i)/(-3)
    l8(i,1) = a(i)
    l8(i,2) = int(a(i), 8)*1000003_8
    l8(i,3) = l8(i,2)/7
    l8(i,4) = modulo(l8(i,2), 1000_8)
    l8(i,5) = min(l8(i,2), 5000000000_8)
    l8(i,6) = 3_8**mod(abs(a(i)), 20)
  end do
end subroutine
