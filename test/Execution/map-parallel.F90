! What kernels without a script become, on awkward sizes.
! REQUIRES: opencl, gfortran
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial --param n=0 --param m=3 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c -Wno-serial --param n=1 --param m=1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c -Wno-serial --param n=131 --param m=17 | FileCheck %s --implicit-check-not=FAILED
! CHECK-COUNT-30: ok
! RUN: %loopyc %s -DRK=8 -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL --allow-empty
! SERIAL-NOT: 'least'
! SERIAL-NOT: 'chosen'
! SERIAL-NOT: 'column'
! A time loop around launches.
subroutine step(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(0:n+1), b(0:n+1)
  integer :: i, j, t
  do t = 1, m
    do i = 1, n
      b(i) = a(i - 1) + a(i + 1)
    end do
    do j = 1, n
      a(j) = b(j - 1) + b(j)
    end do
  end do
end subroutine
! Loops side by side in a parallel one; an array of each iteration; a sum over two
! loops.
subroutine two(n, m, a, b, s)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n,m), b(n,m), s
  integer :: i, j
  real(RK) :: t, w(4)
  do j = 1, m
    do i = 1, n
      t = a(i,j)
      w(1) = t; w(2) = 2*t
      b(i,j) = w(1) + w(2)*t
    end do
    do i = 2, n
      a(i,j) = b(i-1,j) + b(i,j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      s = s + a(i,j)*b(i,j)
    end do
  end do
end subroutine
! Loops of the host around triangular nests.
subroutine lu(n, a)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: a(n,n)
  integer :: i, j, k
  do k = 1, n-1
    do i = k+1, n
      a(i,k) = a(i,k)/(2 + abs(a(k,k)))
    end do
    do j = k+1, n
      do i = k+1, n
        a(i,j) = 0.5*a(i,j) + 0.25*a(i,k)*a(k,j)
      end do
    end do
  end do
end subroutine
! What is sequential stays between what is parallel.
subroutine seqk(nx,ny,nz,a)
  implicit none
  integer, intent(in) :: nx,ny,nz
  real(RK), intent(inout) :: a(nx,ny,nz)
  integer :: i, j, k
  do j = 1, ny
    do k = 2, nz
      do i = 1, nx
        a(i,j,k) = a(i,j,k) + a(i,j,k-1)
      end do
    end do
  end do
end subroutine
! A sum of each iteration.
subroutine rowsum(n,m,a,y)
  implicit none
  integer, intent(in) :: n,m
  real(RK), intent(in) :: a(n,m)
  real(RK), intent(inout) :: y(m)
  integer :: i, j
  real(RK) :: s
  do j = 1, m
    s = 0
    do i = 1, n
      s = s + a(i,j)
    end do
    y(j) = s
  end do
end subroutine
! Sums into the elements of a short array.
subroutine small(n,x,s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(3,n)
  real(RK), intent(inout) :: s(3)
  integer :: i, c
  do i = 1, n
    do c = 1, 3
      s(c) = s(c) + x(c,i)
    end do
  end do
end subroutine
! Statements beside loops.
subroutine bound(n,m,a,b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: a(n+1,m), b(n+1,m)
  integer :: i, j
  real(RK) :: t
  do j = 1, m
    a(1,j) = 0
    t = b(1,j)
    do i = 2, n
      a(i,j) = b(i,j)*t
    end do
    do i = 2, n-1
      b(i,j) = a(i-1,j) + a(i+1,j)
    end do
    b(n+1,j) = t
  end do
end subroutine
! A guard makes iterations independent.
subroutine redblack(n, m, u, f)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(inout) :: u(0:n+1,0:n+1)
  real(RK), intent(in) :: f(n,n)
  integer :: i, j, c, it
  do it = 1, m
    do c = 0, 1
      do j = 1, n
        do i = 1, n
          if (mod(i+j,2) == c) u(i,j) = 0.25*(u(i-1,j)+u(i+1,j)+u(i,j-1)+u(i,j+1) - f(i,j))
        end do
      end do
    end do
  end do
end subroutine
! One work-item does what stands alone.
subroutine tri(n, a, x)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n,n)
  real(RK), intent(inout) :: x(n)
  integer :: i, j
  do j = 1, n
    x(j) = x(j)/(2 + abs(a(j,j)))
    do i = j+1, n
      x(i) = 0.75*x(i) - 0.25*a(i,j)*x(j)
    end do
  end do
end subroutine
! Several reductions of one nest, used behind it.
subroutine minmax(n, m, a, lo, hi, cnt)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n+1,m+1)
  real(RK), intent(inout) :: lo, hi
  integer, intent(inout) :: cnt
  integer :: i, j
  lo = a(1,1)
  hi = a(1,1)
  cnt = 0
  do j = 1, m
    do i = 1, n
      lo = min(lo, a(i,j))
      hi = max(hi, a(i,j))
      if (a(i,j) > 0.75) cnt = cnt + 1
    end do
  end do
  hi = hi - lo
end subroutine
! Short loops, where there are no others.
subroutine tiny(a)
  implicit none
  real(RK), intent(inout) :: a(3,3)
  integer :: i, j
  do j = 1, 3
    do i = 1, 3
      a(i,j) = a(i,j) + i
    end do
  end do
end subroutine
! The bounds of the inner loop are read back from the launch before.
subroutine computed(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(64), b(64)
  real(RK), intent(inout) :: c(64)
  integer :: i, j
  integer :: p(65)
  do i = 1, 64
    p(i) = min(64, i*m)
  end do
  do i = 1, min(n, 63)
    do j = p(i), p(i + 1) - 1
      c(j + 1) = c(j + 1) + a(i)*b(j + 1)
    end do
  end do
end subroutine
! An extremum with its place, and what needs them.
subroutine least(n, m, x, y, low, at)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n), low
  integer, intent(inout) :: at
  integer :: i
  low = m
  at = 0
  do i = 1, n
    if (x(i) < low) then
      low = x(i)
      at = i
    end if
  end do
  do i = 1, n
    y(i) = x(i) - low
  end do
  if (at > 0) y(at) = -1
end subroutine
! A running value, by which elements are chosen.
subroutine chosen(n, x, y, k)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer, intent(inout) :: k
  integer :: i
  k = 0
  do i = 1, n
    if (x(i) > 0.5) then
      k = k + 1
      y(k) = x(i)
    end if
  end do
end subroutine
! A column of each iteration's own, of a size that the caller gives.
subroutine column(n, m, q, r)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: q(n,m)
  real(RK), intent(inout) :: r(n,m)
  real(RK) :: w(m), c
  integer :: i, k
  do i = 1, n
    c = 0
    do k = 1, m
      w(k) = 2*q(i,k)
    end do
    do k = 2, m
      w(k) = w(k) + 0.5*w(k - 1)
      c = c + w(k)
    end do
    do k = m, 1, -1
      r(i,k) = w(k) - c
    end do
  end do
end subroutine
