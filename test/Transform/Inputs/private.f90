! w is scratch of which dataflow cannot show it: what is written and read goes
! by an index array, and the two loops are of different conditions.
subroutine gather(n, m, ix, x, y, v)
  integer, intent(in) :: n, m, ix(n, 3)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), v(4)
  real(8) :: w(m), t
  integer :: i, s
  do i = 1, n
    do s = 1, 3
      w(ix(i, s)) = x(i)*s
    end do
    do s = 1, 3
      y(i) = y(i) + w(ix(i, 4 - s))
    end do
    do s = 1, 4
      v(s) = x(i) + s
    end do
    t = v(1)*v(4)
    y(i) = y(i) + t
  end do
end subroutine gather

! Values that go from one iteration to the next, into the loop, out of it.
subroutine flows(n, x, y, v)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n), v(4)
  real(8) :: before, into, out
  integer :: i
  before = 0
  into = 3
  do i = 1, n
    y(i) = before + into*v(2)
    before = x(i)
    out = x(i)
    into = x(i)
    v(2) = into
  end do
  y(1) = out
end subroutine flows
