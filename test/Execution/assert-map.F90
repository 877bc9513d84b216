! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=41 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=7 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --verify --param m=60 | FileCheck %s --check-prefix=VERIFY
! RUN: not %loopyc %s -DRK=8 --check --target=c --param n=5 --param m=9 --init ix=3 2>&1 | FileCheck %s --check-prefix=WRONG
! Iterations write different elements by way of injective maps, of which there
! are several, with other subscripts beside them. --check and --verify use data
! of which the assertion is true.
! CHECK: check: permute: opencl: ok
! CHECK: check: permute: c: ok
! CHECK: check: within: opencl: ok
! CHECK: check: within: c: ok
! VERIFY-NOT: FAILED
! WRONG: check: permute: c: FAILED: --init gives ix values of which what assert_map says is not true
subroutine permute(n, m, ix, jx, x, y, z)
  implicit none
  integer, intent(in) :: n, m, ix(n), jx(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(m), z(3, m)
  integer :: i, s
  do i = 1, n
    y(ix(i)) = y(ix(i))/2 + x(i)
    do s = 1, 3
      z(s, jx(i)) = x(i) - s
    end do
    z(2, jx(i)) = z(2, jx(i)) + y(ix(i))
  end do
end subroutine permute

! All that is read has been written: subscripts are within bounds.
subroutine within(n, m, ix, x, y)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(9)
  integer :: i, s
  do i = 1, n
    do s = 2, 6
      w(s) = x(i)*s
    end do
    y(i) = y(i)/2 + w(ix(i))
  end do
end subroutine within
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assert_map(t["permute"], "ix", injective=True)
! knl = lp.assert_map(knl, "jx", strictly_increasing=True, lower=1, upper="m")
! knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
! k2 = lp.assert_map(t["within"], "ix", lower=2, upper=6)
! k2 = lp.split_iname(k2, "i", 8, outer_tag="g.0", inner_tag="l.0")
! RESULT = [knl, k2]
!$loopy end
