! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LEN=64 --check --verify --target=opencl,c -Wno-serial --param n=131 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DIK=4 --set LEN=7 --check --target=opencl,c -Wno-serial --param n=1021 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=16 --check --target=opencl,c -Wno-serial --param n=1 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=16 --check --target=opencl,c -Wno-serial --param n=0 -o %t | FileCheck %s
! Work-groups that update the result as they finish, each once; what is read
! afterwards is in another launch, and what has no place there goes in steps.
! CHECK-DAG: check: reals: opencl: ok
! CHECK-DAG: check: reals: c: ok
! CHECK-DAG: check: integers: opencl: ok
! CHECK-DAG: check: integers: c: ok
! CHECK-DAG: check: rows: opencl: ok
! CHECK-DAG: check: rows: c: ok
subroutine reals(n, a, s, low, p, high, z, r)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: s, low, p, high
  complex(RK), intent(inout) :: z
  real(RK), intent(out) :: r
  integer :: i
  s = 0
  do i = 1, n
    s = s + a(i)
    low = min(low, 2*a(i))
    p = p*(1 + a(i)/n)
    high = max(high, a(i))
    z = z + cmplx(a(i), a(n + 1 - i), RK)
  end do
  r = s + low
end subroutine reals
subroutine integers(n, k, s, low, high, every, some, odd)
  implicit none
  integer, intent(in) :: n
  integer(IK), intent(in) :: k(n)
  integer(IK), intent(inout) :: s, low, high, every, some, odd
  integer :: i
  do i = 1, n
    if (k(i) > 0) s = s + k(i)
    low = min(low, k(i))
    high = max(high, k(i))
    every = iand(every, k(i))
    some = ior(some, k(i))
    odd = ieor(odd, k(i))
  end do
end subroutine integers
subroutine rows(n, a, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, 5)
  real(RK), intent(inout) :: y(5)
  integer :: i, j
  do j = 1, 5
    do i = 1, n
      y(j) = y(j) + a(i, j)
    end do
  end do
end subroutine rows

!$loopy begin
! knls = []
! for knl in lp.parse_fortran(SOURCE, FILENAME):
!     knl = lp.split_iname(knl, "i", LEN, outer_tag="g.0", inner_tag="l.0")
!     for name in {"reals": ["s", "low", "p", "z"], "rows": ["y"],
!                  "integers": ["s", "low", "high", "every", "some", "odd"]}[knl.name]:
!         knl = lp.set_reduction(knl, name, across="atomics")
!     knls.append(lp.insert_global_barriers(knl))
! RESULT = knls
!$loopy end
