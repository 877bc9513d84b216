! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=64 --check --verify --target=opencl,c -Wno-serial --param n=0 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=64 --check --target=opencl,c -Wno-serial --param n=1 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=8 --set LEN=48 --check --verify --target=opencl,c -Wno-serial --param n=131 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=4 --set LEN=7 --check --target=opencl,c -Wno-serial --param n=98 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=2 --set LEN=1 --check --target=opencl,c -Wno-serial --param n=5 -o %t | FileCheck %s
! Sums, products, minima, maxima and counts that a work-group makes together,
! of every type; what comes in counts once.
! CHECK-DAG: check: reals: opencl: ok
! CHECK-DAG: check: reals: c: ok
! CHECK-DAG: check: integers: opencl: ok
! CHECK-DAG: check: integers: c: ok
! CHECK-DAG: check: logicals: opencl: ok
! CHECK-DAG: check: logicals: c: ok
! CHECK-DAG: check: complexes: opencl: ok
! CHECK-DAG: check: complexes: c: ok
subroutine reals(n, a, s, p, low, high, count)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: s, p, low, high
  integer, intent(inout) :: count
  integer :: i
  do i = 1, n
    s = s + a(i)*a(i)
    s = s - a(n + 1 - i)
    p = p*(1 + a(i)/n)
    low = min(low, a(i))
    high = max(a(i), high)
    if (a(i) > 0.5) count = count + 1
  end do
end subroutine reals
subroutine integers(n, a, b, s, low, high, every, some, odd)
  implicit none
  integer, intent(in) :: n
  integer(IK), intent(in) :: a(n), b(n)
  integer(IK), intent(inout) :: s, low, high, every, some, odd
  integer :: i
  do i = 1, n
    s = s + a(i)
    low = min(low, a(i), b(i))
    high = max(high, a(i))
    every = iand(every, ior(a(i), b(i)))
    some = ior(a(i), some)
    odd = ieor(odd, a(i))
  end do
end subroutine integers
subroutine logicals(n, l, every, some, equal, odd)
  implicit none
  integer, intent(in) :: n
  logical, intent(in) :: l(n)
  logical, intent(inout) :: every, some, equal, odd
  integer :: i
  do i = 1, n
    every = every .and. l(i)
    some = some .or. l(i)
    equal = equal .eqv. l(i)
    odd = l(i) .neqv. odd
  end do
end subroutine logicals
subroutine complexes(n, z, s, p)
  implicit none
  integer, intent(in) :: n
  complex(RK), intent(in) :: z(n)
  complex(RK), intent(inout) :: s, p
  integer :: i
  do i = 1, n
    s = s + z(i)
    p = p*(1 + z(i)/n)
  end do
end subroutine complexes

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(t, "i", LEN, inner_tag="l.0")
!$loopy end
