! RUN: %loopyc --no-map-parallel --emit=ir -o - %s | FileCheck %s
! Counted loops: inames count from zero with the variable's value in the
! variable's place, whatever the bounds and the step.

! A second loop over i is i_1; with a step, the trip count is Fortran's.
! CHECK-LABEL: KERNEL: steps
! CHECK: [n] -> { [i] : 0 <= i <= -2 + n }
! CHECK: [n] -> { [i_1] : i_1 >= 0 and 3i_1 < n }
! CHECK: [n] -> { [i_2] : i_2 >= 0 and 2i_2 < n }
! CHECK: a[i + 1] = 1.0
! CHECK: a[3*i_1] = 2.0
! CHECK: a[n - 2*i_2 - 1] = float32(n - 2*i_2)
subroutine steps(n, a)
  implicit none
  integer :: n, i
  real :: a(n)
  do i = 2, n
    a(i) = 1.0
  end do
  do i = 1, n, 3
    a(i) = 2.0
  end do
  do i = n, 1, -2
    a(i) = i
  end do
end subroutine

! CHECK-LABEL: KERNEL: triangle
! CHECK: [n] -> { [i] : 0 <= i < n }
! CHECK: [i, n] -> { [j] : 0 <= j < -i + n }
! CHECK: a[i + j, i] = 0.0d0
subroutine triangle(n, a)
  implicit none
  integer :: n, i, j
  double precision :: a(n, n)
  do i = 1, n
    do j = i, n
      a(j, i) = 0
    end do
  end do
end subroutine

! Bounds that are data become temporaries, assigned just before the loop.
! CHECK-LABEL: KERNEL: rows
! CHECK: [j_lo, j_hi] -> { [j] : 0 <= j <= -j_lo + j_hi }
! CHECK: for i
! CHECK-NEXT: y[i] = 0.0d0
! CHECK-NEXT: j_lo = ptr[i]
! CHECK-NEXT: j_hi = ptr[i + 1] - 1
! CHECK-NEXT: for j
! CHECK-NEXT: y[i] = y[i] + val[j + j_lo - 1]*x[col[j + j_lo - 1] - 1]
subroutine rows(n, ptr, col, val, x, y)
  implicit none
  integer :: n, i, j, ptr(n + 1), col(3*n)
  real(8) :: val(3*n), x(n), y(n)
  do i = 1, n
    y(i) = 0
    do j = ptr(i), ptr(i + 1) - 1
      y(i) = y(i) + val(j)*x(col(j))
    end do
  end do
end subroutine

! Under a condition such a loop has no iteration unless the condition holds.
! CHECK-LABEL: KERNEL: guarded
! CHECK: for i
! CHECK-NEXT: j_hi = 0
! CHECK-NEXT: if flag[i] > 0
! CHECK-NEXT: j_hi = len[i]
! CHECK-NEXT: end if
! CHECK-NEXT: for j
! CHECK-NEXT: if flag[i] > 0
! CHECK-NEXT: y[i] = y[i] + 1.0
subroutine guarded(n, flag, len, y)
  implicit none
  integer :: n, i, j, flag(n), len(n)
  real :: y(n)
  do i = 1, n
    if (flag(i) > 0) then
      do j = 1, len(i)
        y(i) = y(i) + 1.0
      end do
    end if
  end do
end subroutine

! A local that is assigned once, from what never changes, is as good as its
! value; one that changes is data, whose values limit it.
! CHECK-LABEL: KERNEL: locals
! CHECK: [n] -> { [i] : {{.*}}2i <= -2 + n
! CHECK: [i_1_hi, n] -> { [i_1] : 0 <= i_1 < n and i_1 < i_1_hi }
! CHECK: half = n / 2
! CHECK: m = n
! CHECK: m = n - 1
! CHECK: i_1_hi = m
subroutine locals(n, a)
  implicit none
  integer :: n, i, half, m
  real :: a(n)
  half = n/2
  do i = 1, half
    a(i) = 0
  end do
  m = n
  if (n > 3) m = m - 1
  do i = 1, m
    a(i) = 1
  end do
end subroutine

! A product of arguments is a scalar, computed before all else; minima and maxima
! are affine.
! CHECK-LABEL: KERNEL: blocks
! CHECK: [product] -> { [i] : 0 <= i < product }
! CHECK: [i_1, n] -> { [j] : 0 <= j <= 1 - i_1 + n and j <= 4 and j < n and j <= 2 + i_1 }
! CHECK: product = n*m
! CHECK: b[j + max(1, i_1 - 1) - 1] = 1.0
subroutine blocks(n, m, a, b)
  implicit none
  integer :: n, m, i, j
  real :: a(n*m), b(n)
  do i = 1, n*m
    a(i) = 0
  end do
  do i = 1, n
    do j = max(1, i - 2), min(n, i + 2)
      b(j) = 1
    end do
  end do
end subroutine

! Where the smallest of several firsts counts, the domain has pieces.
! CHECK-LABEL: KERNEL: least
! CHECK: [n] -> { [i] : 0 <= i <= -3 + n; [i = 0] : n <= 2 }
! CHECK: a[i + min(3, n) - 1] = 2.0
subroutine least(n, a)
  implicit none
  integer :: n, i
  real :: a(n)
  do i = min(3, n), n
    a(i) = 2
  end do
end subroutine

! Old forms of the loop, and names that would collide.
! CHECK-LABEL: KERNEL: labels
! CHECK: [n] -> { [i_2] : 0 <= i_2 < n }
! CHECK: i_1 = 1.0
! CHECK: for i{{$}}
! CHECK-NEXT: a[i] = i_1
! CHECK: for i_2
! CHECK-NEXT: a[i_2] = a[i_2] + 1.0
subroutine labels(n, a)
  integer n, i
  real a(n), i_1
  i_1 = 1.0
  do 10 i = 1, n
10  a(i) = i_1
  do 20, i = 1, n
    a(i) = a(i) + 1.0
20 continue
  return
end subroutine

! A choice is made before the loop that it bounds; a divisor may be computed
! from known locals.
! CHECK-LABEL: KERNEL: chosen
! CHECK: [i_hi] -> { [i] : 0 <= i < i_hi }
! CHECK: [n] -> { [i_1] : n >= 0 and i_1 >= 0 and 4i_1 <= -4 + n }
! CHECK: i_hi = if(which > 0, n, m)
subroutine chosen(n, m, which, a)
  implicit none
  integer :: n, m, which, i, k, more
  real :: a(n)
  do i = 1, merge(n, m, which > 0)
    a(i) = 0
  end do
  k = 3
  more = k + 1
  do i = 1, n/more
    a(i) = 1
  end do
end subroutine
