subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(8), intent(in) :: a(m, l), b(l, n)
  real(8), intent(out) :: c(m, n)
  integer :: i, j, k
  real(8) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k)*b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine

! Sums that are on no units.
subroutine several(n, a, b, e, f, g, h, c, d, q4, z8)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(16, 16), b(16, 16), e(n)
  real(4), intent(in) :: f(16, 16)
  complex(8), intent(in) :: h(16, 16)
  real(8), intent(inout) :: g(n), c(16, 16), d(16, 16)
  real(4), intent(out) :: q4(16, 16)
  complex(8), intent(out) :: z8(16, 16)
  integer :: i, j, k, o, p
  real(8) :: s, t, w(16)
  real(4) :: q
  complex(8) :: z
  do p = 1, n
    g(p) = e(p)
  end do
  do o = 1, 16
    w(o) = 0
  end do
  do j = 1, 16
    do i = 1, 16
      s = 0
      t = 0
      q = 0
      z = 0
      do k = 1, 16
        s = s + a(i, k)*b(k, j) + b(i, k)
        t = t + a(i, j)*b(i, k)
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
        w(k) = w(k) + a(i, k)*b(k, j)
        q = q + f(i, k)*f(k, j)
        z = z + h(i, k)*h(k, j)
      end do
      d(i, j) = s + t + w(1)
      q4(i, j) = q
      z8(i, j) = z
    end do
  end do
end subroutine
