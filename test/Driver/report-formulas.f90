! RUN: %loopyc --report %s > %t
! RUN: FileCheck %s --input-file=%t
! RUN: not grep -E "(operations|bytes).{300}" %t
! Formulas that nobody could read are bounds, or the terms that matter.
subroutine many(n1, n2, n3, n4, n5, n6, a, b, c, d, e, f)
  integer, intent(in) :: n1, n2, n3, n4, n5, n6
  real(8), intent(inout) :: a(n1, n2), b(n2, n3), c(n3, n4)
  real(8), intent(inout) :: d(n4, n5), e(n5, n6), f(n6, n1)
  integer :: i, j, k
  do k = 1, 10
    do j = 1, min(n1, n2, n3)
      do i = j, min(n2, n4, n6)
        a(i, j) = a(i, j) + b(j, i)*c(i, j)
      end do
    end do
    do j = 2, min(n4, n5, n6) - 1
      do i = 1, min(j, n3)
        d(i, j) = d(i, j-1) + e(j, i)*f(i, j+1)
      end do
    end do
  end do
end subroutine

subroutine blocked(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(m, n)
  integer :: i, j, ib, jb
  do jb = 1, m, 24
    do ib = 1, n, 36
      do j = jb, min(jb + 23, m)
        do i = ib, min(ib + 35, n), 2
          b(j, i) = a(i, j)*2
        end do
      end do
    end do
  end do
end subroutine

! Leading terms, where a bound is as long.
! CHECK: in 'long'
! CHECK: bytes read: about
subroutine long(n1, n2, n3, n4, n5, n6, m1, m2, m3, m4, m5, m6, a, b, c, d, e, f, s)
  integer, intent(in) :: n1, n2, n3, n4, n5, n6, m1, m2, m3, m4, m5, m6
  real(8), intent(in) :: a(0:n1, 0:m1), b(0:n2, 0:m2), c(0:n3, 0:m3)
  real(8), intent(in) :: d(0:n4, 0:m4), e(0:n5, 0:m5), f(0:n6, 0:m6)
  real(8), intent(inout) :: s
  integer :: i, k
  do k = 1, 3
    s = s + sum(a) + sum(b) + sum(c) + sum(d) + sum(e) + sum(f)
  end do
end subroutine
