! RUN: %loopyc --print-after=program --stop-after=frontend %s 2>&1 | FileCheck --check-prefix=PROGRAM %s
! RUN: %loopyc --print-after=scalarize-arrays --stop-after=frontend %s 2>&1 | FileCheck %s
! Array statements, and the loops that they become.

! Nothing is copied where both sides mean the same elements, or none in common.
! PROGRAM-LABEL: subroutine same
! PROGRAM: array#[[#A:]] := a(2::2)  [rank 1]
! PROGRAM-NEXT: array#[[#B:]] := a(1:n - 1:2)  [rank 1]
! PROGRAM-NEXT: array#[[#A]] = array#[[#B]] + a[0]*2.0
! CHECK-LABEL: subroutine same
! CHECK-NEXT: locals: i1, before
! CHECK-NEXT: before = a[0]*2.0
! CHECK-NEXT: do i1 = 0, n // 2 - 1
! CHECK-NEXT: a[2*i1 + 1] = a[2*i1] + before
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: a[i1] = 2.0*a[i1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: a[ix[i1] - 1] = sqrt(a[ix[i1] - 1])
subroutine same(n, a, ix)
  integer, intent(in) :: n, ix(n)
  real, intent(inout) :: a(n)
  a(2::2) = a(1:n - 1:2) + a(1)*2
  a = 2*a
  a(ix) = sqrt(a(ix))
end subroutine

! A loop runs backwards where another one stays parallel, or loops are around;
! else there is a copy.
! CHECK-LABEL: subroutine shifted
! CHECK: do i1 = 0, m - 1
! CHECK-NEXT: do i2 = n - 2, 0, -1
! CHECK-NEXT: u[i2 + 1, i1] = u[i2, i1]
! CHECK-NEXT: do j = 1, m
! CHECK-NEXT: do i1 = n - 2, 0, -1
! CHECK-NEXT: u[i1 + 1, j - 1] = u[i1, j - 1]
! CHECK-NEXT: do i1 = 0, n - 2
! CHECK-NEXT: a_new[i1] = a[i1]
! CHECK-NEXT: do i1 = 0, n - 2
! CHECK-NEXT: a[i1 + 1] = a_new[i1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: a_new_1[i1] = a[n - i1 - 1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: a[i1] = a_new_1[i1]
subroutine shifted(n, m, a, u)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n), u(n, m)
  integer :: j
  u(2:n, :) = u(1:n - 1, :)
  do j = 1, m
    u(2:n, j) = u(1:n - 1, j)
  end do
  a(2:n) = a(1:n - 1)
  a = a(n:1:-1)
end subroutine

! A temporary whose size the kernel computes has the declared one.
! CHECK-LABEL: subroutine computed
! CHECK: k = n / 2
! CHECK-NEXT: do i1 = 0, k - 1
! CHECK-NEXT: a_new[i1] = a[k - i1 - 1]
! CHECK-NEXT: do i1 = 0, k - 1
! CHECK-NEXT: a[i1] = a_new[i1]
subroutine computed(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: k
  k = n/2
  a(1:k) = a(k:1:-1)
end subroutine

! Scalars that are made of arrays come before the statement, and before a later
! condition where those before it do not hold.
! CHECK-LABEL: subroutine scalars
! CHECK: s = 0.0
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: s = s + a[i1]*b[i1]
! CHECK-NEXT: any_r = False
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: any_r = any_r or a[i1] < s
! CHECK-NEXT: if any_r
! CHECK-NEXT: a[0] = 0.0
! CHECK-NEXT: else
! CHECK-NEXT: maxval_r = if(n >= 1, -inf, -3.4028235e+38)
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: maxval_r = max(maxval_r, abs(b[i1]))
! CHECK-NEXT: if maxval_r > 1.0
! CHECK-NEXT: b[0] = 1.0
subroutine scalars(n, a, b, s)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), b(n), s
  s = sum(a*b)
  if (any(a < s)) then
    a(1) = 0
  else if (maxval(abs(b)) > 1) then
    b(1) = 1
  end if
end subroutine

! Along a dimension, for each element.
! CHECK-LABEL: subroutine along
! CHECK: do i1 = 0, n - 1
! CHECK-NEXT: sum_r = 0.0
! CHECK-NEXT: do i2 = 0, m - 1
! CHECK-NEXT: if u[i1, i2] > 0.0
! CHECK-NEXT: sum_r = sum_r + u[i1, i2]
! CHECK-NEXT: a[i1] = sum_r + 1.0
! CHECK-NEXT: do i1 = 0, m - 1
! CHECK-NEXT: do i2 = 0, n - 1
! CHECK-NEXT: matmul_r = 0.0
! CHECK-NEXT: do i3 = 0, n - 1
! CHECK-NEXT: matmul_r = matmul_r + w[i2, i3]*u[i3, i1]
! CHECK-NEXT: u_new[i2, i1] = matmul_r
! CHECK: do i1 = 0, n - 1
! CHECK-NEXT: do i2 = 0, n - 1
! CHECK-NEXT: w_new[i2, i1] = w[i1, i2]
subroutine along(n, m, a, u, w)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n), u(n, m), w(n, n)
  a = sum(u, 2, u > 0) + 1
  u = matmul(w, u)
  w = transpose(w)
end subroutine

! PROGRAM-LABEL: subroutine places
! PROGRAM: array#{{[0-9]+}} := [x, (float32(int32(i#do)), i#do = 1, 3), 1.0, 2.0]  [rank 1]
! CHECK-LABEL: subroutine places
! CHECK: if a[i1] > largest
! CHECK-NEXT: largest = a[i1]
! CHECK-NEXT: maxloc_r = i1 + 1
! CHECK-NEXT: at[0] = float32(maxloc_r)
! CHECK-NEXT: at[1] = 7.0
! CHECK-NEXT: smallest = inf
! CHECK-NEXT: minloc_r = 0
! CHECK-NEXT: do i1 = n - 1, 0, -1
! CHECK-NEXT: if b[i1]
! CHECK-NEXT: if a[i1] <= smallest
! CHECK: at[2] = float32(minloc_r)
! CHECK-NEXT: at[0] = x
! CHECK-NEXT: at[1] = float32(1)
! CHECK: at[3] = float32(3)
! CHECK-NEXT: at[4] = 1.0
subroutine places(n, a, b, at, x)
  integer, intent(in) :: n
  real, intent(in) :: a(n), x
  real, intent(inout) :: at(6)
  logical, intent(in) :: b(n)
  integer :: i
  at(1:2) = [maxloc(a), 7]
  at(3) = minloc(a, dim=1, mask=b)
  at = [x, (real(i), i = 1, 3), 1.0, 2.0]
end subroutine

! CHECK-LABEL: subroutine masked
! CHECK: do i1 = 0, n - 1
! CHECK-NEXT: if a[i1] > 0.0
! CHECK-NEXT: a[i1] = sqrt(a[i1])
! CHECK-NEXT: else if b[i1] > 0.0
! CHECK-NEXT: if a[i1] < -1.0
! CHECK-NEXT: a[i1] = b[i1]
! CHECK-NEXT: else
! CHECK-NEXT: b[i1] = 0.0
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: mask[i1] = a[n - i1 - 1] > b[i1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: if mask[i1]
! CHECK-NEXT: a[i1] = b[i1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: if not mask[i1]
! CHECK-NEXT: b_new[i1] = b[n - i1 - 1]
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: if not mask[i1]
! CHECK-NEXT: b[i1] = b_new[i1]
subroutine masked(n, a, b)
  integer, intent(in) :: n
  real, intent(inout) :: a(n), b(n)
  where (a > 0)
    a = sqrt(a)
  elsewhere (b > 0)
    where (a < -1) a = b
  elsewhere
    b = 0
  end where
  where (a(n:1:-1) > b)
    a = b
  elsewhere
    b = b(n:1:-1)
  end where
end subroutine

! PROGRAM-LABEL: subroutine indexed
! PROGRAM: forall i#forall1 = 1, n, j#forall2 = 1, m, mask u[i#forall1 - 1, j#forall2 - 1] > 0.0
! CHECK-LABEL: subroutine indexed
! CHECK: do j = 1, m
! CHECK-NEXT: do i = 1, n
! CHECK-NEXT: if u[i - 1, j - 1] > 0.0
! CHECK-NEXT: u[i - 1, j - 1] = 1.0 / u[i - 1, j - 1]
! CHECK-NEXT: do i = 2, n - 1
! CHECK-NEXT: a_new[i - 1] = a[i - 2] + a[i]
! CHECK-NEXT: do i = 2, n - 1
! CHECK-NEXT: a[i - 1] = a_new[i - 1]
subroutine indexed(n, m, a, u)
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n), u(n, m)
  integer :: i, j
  forall (i = 1:n, j = 1:m, u(i, j) > 0) u(i, j) = 1/u(i, j)
  forall (i = 2:n - 1) a(i) = a(i - 1) + a(i + 1)
end subroutine

! An elemental function is one of elements; the arguments of others are arrays.
! CHECK-LABEL: subroutine functions
! CHECK: do i1 = 0, n - 1
! CHECK: cubed#1.1 := cubed(x => a[i1] + 1.0)
! CHECK-NEXT: a[i1] = cubed#1.1*2.0
! CHECK: scaled#2 := scaled(a => a
! CHECK-NEXT: scaled_r = scaled#2
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: a[i1] = scaled_r
! CHECK-NEXT: do i1 = 0, n - 1
! CHECK-NEXT: values[i1] = 2.0*a[i1]
! CHECK: call report(a => values from (0))
subroutine functions(n, a)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  interface
    elemental real function cubed(x)
      real, intent(in) :: x
    end function
    real function scaled(a)
      real, intent(in) :: a(*)
    end function
    subroutine report(a)
      real, intent(in) :: a(:)
    end subroutine
  end interface
  a = cubed(a + 1)*2
  a = scaled(a)
  call report(2*a)
end subroutine
