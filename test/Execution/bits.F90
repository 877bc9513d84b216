! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DK=4 --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %loopyc %s -DK=8 --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %loopyc %s -DK=2 --check --target=c --param n=131 | FileCheck %s --check-prefix=SHORT
! RUN: %loopyc %s -DK=1 --check --target=c --param n=0 | FileCheck %s --check-prefix=SHORT
! Functions of bits, of numbers of either sign, with counts from 0 to the width.
! (Not of ibits: gfortran 12 returns 0 for the whole width.)
! CHECK: check: bits: opencl: ok
! CHECK: check: bits: c: ok
! SHORT: check: bits: c: ok
subroutine bits(n, a, b, r)
  implicit none
  integer, intent(in) :: n
  integer(K), intent(in) :: a(n), b(n)
  integer(K), intent(out) :: r(n, 18)
  integer, parameter :: w = bit_size(int(1, K))
  integer :: i, c, part
  do i = 1, n
    c = mod(i, w + 1)
    part = 1 + mod(i, w)
    r(i, 1) = shifta(a(i), c)
    r(i, 2) = ishftc(a(i), c)
    r(i, 3) = ishftc(a(i), -c)
    r(i, 4) = ishftc(a(i), mod(c, part + 1), part)
    r(i, 5) = ishftc(a(i), -mod(c, part + 1), part)
    r(i, 6) = dshiftl(a(i), b(i), c)
    r(i, 7) = dshiftr(a(i), b(i), c)
    r(i, 8) = merge_bits(a(i), b(i), not(ishft(a(i), 3)))
    r(i, 9) = ibits(a(i), w - part, min(part, w - 1))
    r(i, 10) = ibset(a(i), mod(i, w))
    r(i, 11) = ibclr(a(i), mod(i, w))
    r(i, 12) = shiftr(a(i), c) + shiftl(b(i), c)
    r(i, 13) = merge_bits(a(i), int(5, K), int(3, K))
    r(i, 14) = popcnt(a(i)) + 60*poppar(b(i))
    r(i, 15) = leadz(shiftr(a(i), c))
    r(i, 16) = trailz(shiftl(b(i), c))
    r(i, 17) = maskl(c, K)
    r(i, 18) = maskr(c, K)
  end do
end subroutine
