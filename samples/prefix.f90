! Running values that work-groups make together, in three launches.

! The sums of the first i elements, for each i.
subroutine prefix_sum(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(4), intent(out) :: y(n)
  real(4) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + x(i)
    y(i) = s
  end do
end subroutine prefix_sum

! The elements above a threshold, in their order, and how many there are.
subroutine compact(n, threshold, x, chosen, count)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: threshold, x(n)
  real(4), intent(inout) :: chosen(n)
  integer, intent(out) :: count
  integer :: i
  count = 0
  do i = 1, n
    if (x(i) > threshold) then
      count = count + 1
      chosen(count) = x(i)
    end if
  end do
end subroutine compact

! Backward substitution with a bidiagonal matrix.
subroutine bidiagonal(n, d, u, b, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: d(n), u(n), b(n)
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = n - 1, 1, -1
    x(i) = (b(i) - u(i)*x(i + 1))/(1 + d(i)**2)
  end do
end subroutine bidiagonal

!$loopy begin
! def scan(knl):
!     knl = lp.split_iname(knl, "i", 8*256, outer_tag="g.0")
!     return lp.split_iname(knl, "i_inner", 256, outer_tag="ilp", inner_tag="l.0")
!
! RESULT = [scan(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
