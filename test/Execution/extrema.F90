! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LEN=64 --check --verify --target=opencl,c -Wno-serial --param n=131 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=8 --set LEN=7 --check --target=opencl,c -Wno-serial --param n=98 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=8 --set LEN=48 --set OUTER="'g.0'" --check --verify --target=opencl,c -Wno-serial --param n=131 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=2 --set LEN=16 --set OUTER="'g.0'" --check --target=opencl,c -Wno-serial --param n=1021 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=32 --set OUTER="'g.0'" --check --target=opencl,c -Wno-serial --param n=1 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=32 --set OUTER="'g.0'" --check --target=opencl,c -Wno-serial --param n=0 -o %t | FileCheck %s
! Extrema found by comparison, with their places. Values are coarse, so that
! many are equal: the first one is to be found with < and >, the last one with
! <= and >=. Where sqrt gives NaN, no comparison holds.
! CHECK-DAG: check: reals: opencl: ok
! CHECK-DAG: check: reals: c: ok
! CHECK-DAG: check: integers: opencl: ok
! CHECK-DAG: check: integers: c: ok
! CHECK-DAG: check: nan: opencl: ok
! CHECK-DAG: check: nan: c: ok
! CHECK-DAG: check: values: opencl: ok
! CHECK-DAG: check: values: c: ok
! CHECK-DAG: check: conditions: opencl: ok
! CHECK-DAG: check: conditions: c: ok
subroutine reals(n, a, low, high, lowest, last, first, highest, plain)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: low, high, lowest, highest, plain
  integer, intent(inout) :: first, last
  integer :: i
  do i = 1, n
    if (aint(5*a(i)) < low) then
      low = aint(5*a(i))
      first = i
    end if
    if (aint(5*a(i)) >= high) then
      high = aint(5*a(i))
      last = n - i
    end if
    if (lowest >= aint(3*a(i))) lowest = aint(3*a(i))
    if (highest < a(i)) highest = a(i)
    if (a(n + 1 - i) <= plain) plain = a(n + 1 - i)
  end do
end subroutine reals
subroutine integers(n, k, low, high, lowest, at, also, last)
  implicit none
  integer, intent(in) :: n
  integer(IK), intent(in) :: k(n)
  integer(IK), intent(inout) :: low, high, lowest
  integer, intent(inout) :: at, last
  integer(8), intent(inout) :: also
  integer :: i
  low = 2
  do i = 1, n
    if (mod(k(i), int(4, IK)) > high) then
      high = mod(k(i), int(4, IK))
      at = i
      also = int(2*i, 8)
    end if
    if (mod(k(i), int(3, IK)) <= low) then
      last = i
      low = mod(k(i), int(3, IK))
    end if
    if (k(i) < lowest) lowest = k(i)
  end do
end subroutine integers
subroutine nan(n, a, low, high, at, last)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(out) :: low, high
  integer, intent(inout) :: at, last
  integer :: i
  low = 10
  high = 0
  do i = 1, n
    if (sqrt(a(i)) < low) then
      low = sqrt(a(i))
      at = i
    end if
    if (sqrt(aint(4*a(i))) >= high) then
      high = sqrt(aint(4*a(i)))
      last = i
    end if
  end do
end subroutine nan
subroutine values(n, ix, a, b, l, z, low, at, other, flag, w)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(RK), intent(in) :: a(n), b(n)
  logical, intent(in) :: l(n)
  complex(RK), intent(in) :: z(n)
  real(RK), intent(inout) :: low(2), other
  complex(RK), intent(inout) :: w
  integer, intent(inout) :: at
  logical, intent(inout) :: flag
  integer :: i
  real(RK) :: t
  do i = 1, n
    t = aint(6*a(i)*b(i))
    if (t < low(1)) then
      at = ix(i)
      low(1) = t
      low(2) = i
      other = b(i)
      flag = l(i)
      w = z(i)
    end if
  end do
end subroutine values
subroutine conditions(n, a, b, low, high, at, last)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(inout) :: low, high
  integer, intent(inout) :: at, last
  integer :: i
  do i = 1, n
    if (b(i) > 0.25 .and. aint(5*a(i)) < low) then
      low = aint(5*a(i))
      at = i
    end if
    if (b(i) > 0) then
      if (high < aint(4*b(i)) .and. i > 3) then
        high = aint(4*b(i))
        last = i
      end if
    end if
  end do
end subroutine conditions

!$loopy begin
! OUTER = globals().get("OUTER")
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(t, "i", LEN, outer_tag=OUTER, inner_tag="l.0")
! RESULT = lp.insert_global_barriers(RESULT) if OUTER else RESULT
!$loopy end
