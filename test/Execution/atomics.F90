! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 -DIK=4 --check --target=opencl,c --param n=1009 --param m=7 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=8 --check --target=opencl,c --param n=1009 --param m=1 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --check --target=opencl,c --param n=1 --param m=1 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 -DIK=8 --check --target=opencl,c --param n=0 --param m=3 | FileCheck %s
! Updates of many elements that meet in few, down to one; of each operation, of
! integers, reals and complex numbers; by one statement and by two; inside a
! sequential loop, and in local memory between barriers.
! CHECK: check: histogram: opencl: ok
! CHECK: check: histogram: c: ok
! CHECK: check: integers: opencl: ok
! CHECK: check: integers: c: ok
! CHECK: check: reals: opencl: ok
! CHECK: check: reals: c: ok
! CHECK: check: parts: opencl: ok
! CHECK: check: parts: c: ok
! CHECK: check: edges: opencl: ok
! CHECK: check: edges: c: ok
! CHECK: check: total: opencl: ok
! CHECK: check: total: c: ok
! CHECK: check: blocks: opencl: ok
! CHECK: check: blocks: c: ok
subroutine histogram(n, m, ix, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer(IK), intent(inout) :: h(m)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
  end do
end subroutine histogram

subroutine integers(n, m, ix, e, h, low, high, p, a, o, x)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer(IK), intent(in) :: e(n)
  integer(IK), intent(inout) :: h(m), low(m), high(m), p(m), a(m), o(m), x(m)
  integer :: i
  do i = 1, n
    h(ix(i)) = e(i) + h(ix(i)) - i
    low(ix(i)) = min(low(ix(i)), e(i), 100 - e(i))
    high(ix(i)) = max(e(i), high(ix(i)))
    p(ix(i)) = p(ix(i))*sign(int(1, IK), e(i) - 4)
    a(ix(i)) = iand(a(ix(i)), e(i))
    o(ix(i)) = ior(e(i), o(ix(i)))
    if (e(i) > 3) x(ix(i)) = ieor(x(ix(i)), e(i))
  end do
end subroutine integers

subroutine reals(n, m, ix, e, h, low, high, p)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: e(n)
  real(RK), intent(inout) :: h(m), low(m), high(m), p(m)
  integer :: i
  do i = 1, n
    h(ix(i)) = h(ix(i)) - e(i)*0.5
    low(ix(i)) = min(low(ix(i)), e(i))
    high(ix(i)) = max(high(ix(i)), 2*e(i), e(i) + 1)
    p(ix(i)) = p(ix(i))*(1 + e(i)/1024)
  end do
end subroutine reals

subroutine parts(n, m, ix, e, z)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  complex(RK), intent(in) :: e(n)
  complex(RK), intent(inout) :: z(m)
  integer :: i
  do i = 1, n
    z(ix(i)) = z(ix(i)) + e(i)*(0.25, 0.5)
  end do
end subroutine parts

! Two statements that meet each other, in a loop of each work-item.
subroutine edges(n, m, from, to, flux, r)
  implicit none
  integer, intent(in) :: n, m, from(n), to(n)
  real(RK), intent(in) :: flux(n, 3)
  real(RK), intent(inout) :: r(m, 3)
  integer :: i, c
  do i = 1, n
    do c = 1, 3
      r(from(i), c) = r(from(i), c) - flux(i, c)
      r(to(i), c) = r(to(i), c) + flux(i, c)
    end do
  end do
end subroutine edges

subroutine total(n, e, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: e(n)
  real(RK), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + e(i)
  end do
end subroutine total

! A small histogram for each block, one after the other: in local memory,
! cleared, filled, read.
subroutine blocks(n, ix, w, h)
  implicit none
  integer, intent(in) :: n, ix(24, n)
  real(RK), intent(in) :: w(24, n)
  real(RK), intent(inout) :: h(8, n)
  real(RK) :: t(8), low(8)
  integer :: b, i, j
  do b = 1, n
    do j = 1, 8
      t(j) = 0
      low(j) = 1
    end do
    do i = 1, 24
      t(1 + modulo(ix(i, b), 8)) = t(1 + modulo(ix(i, b), 8)) + w(i, b)
      low(1 + modulo(ix(i, b), 8)) = min(low(1 + modulo(ix(i, b), 8)), w(i, b))
    end do
    do j = 1, 8
      h(j, b) = h(j, b) + t(j) - low(j)
    end do
  end do
end subroutine blocks
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! names = {"histogram": ["h"], "integers": ["h", "low", "high", "p", "a", "o", "x"],
!          "reals": ["h", "low", "high", "p"], "parts": ["z"], "edges": ["r"],
!          "total": ["s"]}
! RESULT = []
! for kernel, updated in names.items():
!     knl = lp.split_iname(t[kernel], "i", 16, outer_tag="g.0", inner_tag="l.0")
!     for name in updated:
!         knl = lp.make_atomic(knl, name)
!     RESULT.append(knl)
! knl = lp.tag_inames(t["blocks"], {"i": "l.0", "j": "l.0", "j_1": "l.0"})
! for name in ("t", "low"):
!     knl = lp.set_temporary_address_space(knl, name, "local")
!     knl = lp.make_atomic(knl, name)
! RESULT.append(knl)
!$loopy end
