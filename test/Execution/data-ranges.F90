! Ranges of elements that an array of their starts gives.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=150 --init start='1 + i0*i0/16' --init first='1 + 3*i0' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=7 --init start='1 + i0*i0/4' --init first='1 + 3*i0' | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl --param n=0 --param m=3 --init start='1 + i0*i0/4' --init first='1 + 3*i0' | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --verify --param n=6 --param m=20 | FileCheck %s --check-prefix=VERIFY
! RUN: %loopyc %s -DRK=8 --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: sed 's/[a-z_]*increasing=True, //' %s > %t.F90
! RUN: not %loopyc %t.F90 -DRK=8 --emit=device -o - 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! UNKNOWN: a dependence crosses work-groups (gid(0)), {{.*}}'y'{{.*}}, or say that no value in 'start' is less than the one before: assert_map(knl, "start", increasing=True), or assert
! VERIFY: verify: rows: ok
! VERIFY: verify: pairs: ok
! VERIFY: verify: cells: ok
! CHECK: check: rows: opencl: ok
! CHECK: check: pairs: opencl: ok
! CHECK: check: cells: opencl: ok

! Rows of different iterations are apart.
! IR-LABEL: KERNEL: rows
! IR: i_inner: l.0
subroutine rows(n, m, start, x, y)
  implicit none
  integer, intent(in) :: n, m, start(n+1)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(m)
  integer :: i, k
  do i = 1, n
    do k = start(i), start(i+1) - 1
      y(k) = y(k)/2 + x(i)
    end do
  end do
end subroutine

! By way of scalars, in two arrays; starts that differ strictly.
! IR-LABEL: KERNEL: pairs
! IR: i_inner: l.0
subroutine pairs(n, m, first, x, y, z)
  implicit none
  integer, intent(in) :: n, m, first(n+1)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(m), z(m)
  integer :: i, k, lo, hi
  do i = 1, n
    lo = first(i)
    hi = first(i+1) - 1
    z(lo) = x(i)
    do k = lo + 1, hi
      z(k) = z(k-1)/2
      y(k) = y(k)/2 + z(k)
    end do
  end do
end subroutine

! map_parallel finds it: the cells are spread, not what is in them.
! IR-LABEL: KERNEL: cells
! IR: c_inner: l.0
subroutine cells(n, m, start, x, f)
  implicit none
  integer, intent(in) :: n, m, start(n+3)
  real(RK), intent(in) :: x(m)
  real(RK), intent(inout) :: f(m)
  real(RK) :: s
  integer :: c, i, j
  do c = 2, n+1
    do i = start(c), start(c+1) - 1
      s = 0
      do j = start(c-1), start(c+2) - 1
        s = s + (x(j) - x(i))/4
      end do
      f(i) = s
    end do
  end do
end subroutine
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! def spread(knl): return lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
! rows = spread(lp.assert_map(t["rows"], "start", increasing=True, lower=1, upper="m+1"))
! pairs = spread(lp.assert_map(t["pairs"], "first", strictly_increasing=True, lower=1, upper="m"))
! cells = lp.map_parallel(lp.assert_map(t["cells"], "start", increasing=True, lower=1, upper="m+1"))
! RESULT = [rows, pairs, cells]
!$loopy end
