! Of what bounds a loop, the affine operands of minima (maxima, for lower bounds)
! are in its domain, beside what the kernel computes; a local that is assigned
! once stands for its value, or for itself.
! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
!
! CHECK-LABEL: KERNEL: last_block
! CHECK: [last, nproma] -> { [jl] : 0 <= jl < nproma and jl < last }
! CHECK: last = min(nproma, columns - jb*nproma)
! CHECK-NEXT: for jl
! CHECK-NEXT: a[jl, jb] = 0
subroutine last_block(columns, nproma, blocks, a)
  integer :: columns, nproma, blocks, jb, jl, last
  real :: a(nproma, blocks)
  do jb = 1, blocks
    last = min(nproma, columns - (jb - 1)*nproma)
    do jl = 1, last
      a(jl, jb) = 0
    end do
  end do
end subroutine

! Nothing is left to compute where all operands are affine.
! CHECK-LABEL: KERNEL: of_eight
! CHECK: [jb, columns] -> { [jl] : 0 <= jl < -8jb + columns and jl <= 7 }
! CHECK-NOT: jl_hi
subroutine of_eight(columns, blocks, a)
  integer :: columns, blocks, jb, jl, last
  real :: a(8, blocks)
  do jb = 1, blocks
    last = min(8, columns - (jb - 1)*8)
    do jl = 1, last
      a(jl, jb) = 0
    end do
  end do
end subroutine

! CHECK-LABEL: KERNEL: nested
! CHECK: [i_lo, m, product, n] -> { [i] :
! CHECK: product = {{k\*n|n\*k}}
! CHECK: i_lo = max(2, first[j])
! CHECK-NOT: i_hi
subroutine nested(n, m, k, first, a)
  integer :: n, m, k, i, j, first(m)
  real :: a(n, m)
  do j = 1, m
    do i = max(2, first(j)), min(n - 1, min(n*k, m)) - 1
      a(i, j) = 0
    end do
  end do
end subroutine

! Assigned under a condition, or again: what all of the values are within.
! CHECK-LABEL: KERNEL: sometimes
! CHECK: [i_hi, n] -> { [i] : 0 <= i < n and i < i_hi }
! CHECK: [i_1_hi] -> { [i_1] : 0 <= i_1 < i_1_hi }
subroutine sometimes(n, k, a)
  integer :: n, k, i, last, other
  real :: a(n)
  if (k > 0) last = min(n, n*k)
  do i = 1, last
    a(i) = 0
  end do
  other = min(n, n*k)
  other = other + 1
  do i = 1, other
    a(i) = 1
  end do
end subroutine
