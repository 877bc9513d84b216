! Four arrays at unit stride in i: j is on g.1. What k orders stays inside.
subroutine columns(nx, ny, nz, a)
  integer, intent(in) :: nx, ny, nz
  real(8), intent(inout) :: a(nx, ny, nz)
  integer :: i, j, k
  do j = 1, ny
    do k = 2, nz
      do i = 1, nx
        a(i, j, k) = a(i, j, k) + a(i, j, k - 1)
      end do
    end do
  end do
end subroutine
! Unit stride in the outer loop.
subroutine rows(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(m)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      a(i, j) = 2*a(i, j) + b(j)
    end do
  end do
end subroutine
! Short loops stay inside of others, parallel or reduced over.
subroutine components(n, x, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(3, n), s(3)
  integer :: i, c
  do c = 1, 3
    do i = 1, n
      x(c, i) = 2*x(c, i)
    end do
  end do
  do i = 1, n
    do c = 1, 3
      s(c) = s(c) + x(c, i)
    end do
  end do
end subroutine
! t and w are each iteration's own; two loops have one beside them.
subroutine fluxes(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n, m)
  real(8) :: t, w(2)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      t = a(i, j)
      w(1) = t
      w(2) = t*t
      b(i, j) = w(1) + w(2)
    end do
    do i = 2, n
      a(i, j) = b(i - 1, j) + b(i, j)
    end do
  end do
end subroutine
! The host's loop over t; a sum over two loops, in at most 64 by 16 parts.
subroutine steps(n, m, a, b, s)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, n), b(n, n), s
  integer :: i, j, t
  do t = 1, m
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = a(i - 1, j) + a(i + 1, j)
      end do
    end do
    do j = 2, n - 1
      do i = 2, n - 1
        a(i, j) = b(i, j - 1) + b(i, j + 1)
      end do
    end do
  end do
  do j = 1, n
    do i = 1, n
      s = s + a(i, j)
    end do
  end do
end subroutine
! t is one value for each j, which no launch hands to the next: j alone is taken.
subroutine beside(n, m, a, b)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n, m), b(n, m)
  real(8) :: t
  integer :: i, j
  do j = 1, m
    t = b(1, j)
    do i = 2, n
      a(i, j) = b(i, j)*t
    end do
    do i = 2, n - 1
      b(i, j) = a(i - 1, j) + t*a(i + 1, j)
    end do
  end do
end subroutine
! Of a loop of 100 iterations, four groups.
subroutine constant(a)
  real(8), intent(inout) :: a(100)
  integer :: i
  do i = 1, 100
    a(i) = a(i) + i
  end do
end subroutine
