! A sum that nothing was added to is zero, whatever its common factor is there:
! infinite, no number, or outside of its array.
! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=7 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=c --param n=13 | FileCheck %s --check-prefix=C
! CHECK: check: triangle: opencl: ok
! CHECK: check: triangle: c: ok
! CHECK: check: guarded: opencl: ok
! CHECK: check: guarded: c: ok
! CHECK: check: partial: opencl: ok
! CHECK: check: partial: c: ok
! CHECK: check: masked: opencl: ok
! CHECK: check: masked: c: ok
! CHECK: check: axes: opencl: ok
! CHECK: check: axes: c: ok
! C-COUNT-5: c: ok
! RUN: %loopyc %s -DRK=8 --emit=ir -o - | FileCheck %s --check-prefix=IR
! IR-LABEL: KERNEL: triangle
! IR: c{{.*}} = if({{.*}} >= 1, log({{.*}})*t, t)
! IR-LABEL: KERNEL: guarded
! IR: c{{.*}} = if({{.*}} >= 1, a[{{.*}} - 1]*t, t)
! IR-LABEL: KERNEL: masked
! IR: c{{.*}} = b[{{.*}}]*(a[{{.*}}]*t)
subroutine triangle(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(out) :: c(n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, i - 1
      t = t + log(real(i - 1, RK))*b(j)
    end do
    c(i) = t
  end do
end subroutine triangle

subroutine guarded(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(out) :: c(n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    if (i > 1) then
      do j = 1, n
        t = t + a(i - 1)*b(j)
      end do
    end if
    c(i) = t
  end do
end subroutine guarded

! Read while it grows: the first time, nothing has been added.
subroutine partial(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(out) :: c(n, n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, n
      c(j, i) = t
      t = t + a(i)*b(j)
    end do
  end do
end subroutine partial

! All under one condition on data.
subroutine masked(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(inout) :: c(n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    if (b(i) > 0.5) then
      t = 0
      do j = 1, 3
        t = t + a(i)*b(i)*j
      end do
      c(i) = t
    end if
  end do
end subroutine masked

! Each index has its own factor, and is added to in its own cases.
subroutine axes(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n), b(n)
  real(RK), intent(out) :: c(2, n)
  real(RK) :: t(2)
  integer :: i, j
  do i = 1, n
    t(1) = 0
    t(2) = 0
    do j = 1, i - 1
      t(1) = t(1) + a(i - 1)*b(j)
    end do
    do j = i + 1, n
      t(2) = t(2) + a(i + 1)*b(j)
    end do
    c(1, i) = t(1)
    c(2, i) = t(2)
  end do
end subroutine axes
! Whether anything is added depends on data:
! RUN: not %loopyc %s -DRK=8 --set 'CASE="rows"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ROWS
! ROWS: error: {{.*}}whether anything was added to 't' before 'c_0' reads it depends on data, so the common factor a[i] would be applied to a sum that may be empty; leave it in the increments
subroutine rows(n, p, a, b, c)
  implicit none
  integer, intent(in) :: n, p(n + 1)
  real(RK), intent(in) :: a(n), b(*)
  real(RK), intent(out) :: c(n)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = p(i), p(i + 1) - 1
      t = t + a(i)*b(j)
    end do
    c(i) = t
  end do
end subroutine rows
!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! collect = lp.collect_common_factors_on_increment
! if "CASE" in globals():
!     RESULT = collect(unit["rows"], "t")
! else:
!     names = ("triangle", "guarded", "partial", "masked", "axes")
!     RESULT = [lp.split_iname(collect(unit[name], "t", vary_by_axes=[0] if name == "axes" else []),
!                              "i", 16, outer_tag="g.0", inner_tag="l.0") for name in names]
!$loopy end
