! REQUIRES: gfortran, opencl
! RUN: sed '/loopy .* kernel:/d' %s > %t.F90
! RUN: %loopyc %t.F90 -DRK=8 --check --target=opencl,c --param n=37 --param nz=5 --init ix='mod(5*i0, 8) + 1' | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param nz=5 --init ix='mod(5*i0, 8) + 1' | FileCheck %s
! RUN: %unoptimised %loopyc %t.F90 -DRK=4 --check --target=opencl --param n=1 --param nz=2 --init ix='mod(3*i0, 8) + 1' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl --param n=1 --param nz=7 --init ix='mod(3*i0, 8) + 1' | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl --param n=0 --param nz=3 --init ix='1' | FileCheck %s
! What an iteration writes before it reads it is its own: arrays of constant
! size and others, scalars, under conditions, with bounds that are data, by
! recurrences, with indirect subscripts. A loop is what it is as a subroutine
! and as a region.
! CHECK-NOT: FAILED
! CHECK: check: scratch{{.*}}: opencl: ok
! CHECK: check: tridiagonal{{.*}}: opencl: ok
! CHECK: check: either{{.*}}: opencl: ok
! CHECK: check: same{{.*}}: opencl: ok
! CHECK: check: counted{{.*}}: opencl: ok
! CHECK: check: chosen{{.*}}: opencl: ok
! CHECK: check: recurrence{{.*}}: opencl: ok
! CHECK: check: large{{.*}}: opencl: ok
! CHECK: check: apart{{.*}}: opencl: ok
! CHECK-NOT: FAILED

subroutine scratch(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(0:n + 2)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(4), t
  integer :: i, s
  !$loopy begin kernel: scratch_region
  do i = 1, n
    do s = 1, 4
      w(s) = x(i + s - 2)*s
    end do
    t = w(1)*w(4)
    y(i) = y(i) + t - w(2) + w(3)
  end do
  !$loopy end kernel: scratch_region
end subroutine scratch

subroutine tridiagonal(n, nz, a, b, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: a(n, nz), b(n, nz)
  real(RK), intent(inout) :: y(n, nz)
  real(RK) :: w(nz), d
  integer :: i, k
  !$loopy begin kernel: tridiagonal_region
  do i = 1, n
    w(1) = a(i, 1)/4
    y(i, 1) = y(i, 1)/4
    do k = 2, nz
      d = 4 + b(i, k) - w(k - 1)/8
      w(k) = a(i, k)/d
      y(i, k) = (y(i, k) - y(i, k - 1)/8)/d
    end do
    do k = nz - 1, 1, -1
      y(i, k) = y(i, k) - w(k)*y(i, k + 1)
    end do
  end do
  !$loopy end kernel: tridiagonal_region
end subroutine tridiagonal

! Written in one of two branches, whichever is taken.
subroutine either(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(3), v(nz), t
  integer :: i, s
  !$loopy begin kernel: either_region
  do i = 1, n
    if (x(i) > 1) then
      do s = 1, 3
        w(s) = x(i)*s
      end do
      v(1) = 2
      do s = 2, nz
        v(s) = v(s - 1)/2
      end do
      t = 1
    else
      do s = 1, 3
        w(s) = x(i)*s*2
      end do
      do s = 1, nz
        v(s) = s
      end do
      t = 2
    end if
    do s = 1, nz
      y(i) = y(i) + v(s)/4
    end do
    y(i) = y(i) + w(1)*w(3) + w(2) + t
  end do
  !$loopy end kernel: either_region
end subroutine either

! Written and read under one condition.
subroutine same(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(3), v(nz), t
  integer :: i, s
  !$loopy begin kernel: same_region
  do i = 1, n
    if (x(i) > 1) then
      do s = 1, 3
        w(s) = x(i)*s
      end do
      t = x(i)/2
    end if
    do s = 1, nz
      if (x(i) > s - 2) v(s) = x(i) - s
    end do
    y(i) = y(i)/2
    if (x(i) > 1) then
      do s = 1, 3
        y(i) = y(i) + w(s)*t
      end do
    end if
    do s = 1, nz
      if (x(i) > s - 2) y(i) = y(i) + v(s)/8
    end do
  end do
  !$loopy end kernel: same_region
end subroutine same

! As much of it as the data say.
subroutine counted(n, nz, ix, x, y)
  implicit none
  integer, intent(in) :: n, nz, ix(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(8)
  integer :: i, s, m
  !$loopy begin kernel: counted_region
  do i = 1, n
    m = ix(i)
    do s = 1, m
      w(s) = x(i)*s
    end do
    do s = 1, m
      y(i) = y(i) + w(m + 1 - s)/4
    end do
  end do
  !$loopy end kernel: counted_region
end subroutine counted

! Any of its elements is read: all are written.
subroutine chosen(n, nz, ix, x, y)
  implicit none
  integer, intent(in) :: n, nz, ix(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(8)
  integer :: i, s
  !$loopy begin kernel: chosen_region
  do i = 1, n
    do s = 1, 8
      w(s) = x(i)*s
    end do
    w(ix(i)) = y(i)
    y(i) = y(i) + w(ix(i))/8 + w(9 - ix(i))
  end do
  !$loopy end kernel: chosen_region
end subroutine chosen

subroutine recurrence(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(8)
  integer :: i, s
  !$loopy begin kernel: recurrence_region
  do i = 1, n
    if (x(i) > 1) then
      w(1) = x(i)
      do s = 2, 8
        w(s) = w(s - 1)*x(i)/2
      end do
    end if
    if (x(i) > 1) then
      do s = 1, 8
        y(i) = y(i) + w(s)/8
      end do
    end if
  end do
  !$loopy end kernel: recurrence_region
end subroutine recurrence

! Too large for registers: memory beside that of the group's other work-items.
subroutine large(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(70, 80)
  integer :: i, s, r
  !$loopy begin kernel: large_region
  do i = 1, n
    do r = 1, 80
      do s = 1, 70
        w(s, r) = x(i)*s - r
      end do
    end do
    do r = 1, 80
      y(i) = y(i)/2 + w(71 - min(r, 70), r)/256
    end do
  end do
  !$loopy end kernel: large_region
end subroutine large

! Each iteration uses an element of its own: one array for all of them.
subroutine apart(n, nz, x, y)
  implicit none
  integer, intent(in) :: n, nz
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: w(n)
  integer :: i
  !$loopy begin kernel: apart_region
  do i = 1, n
    w(i) = x(i)*2
    y(i) = y(i)/2 + w(i)
  end do
  !$loopy end kernel: apart_region
end subroutine apart
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0") for knl in t]
!$loopy end
