! The script makes one of a and b, and one of m and n.
subroutine dots(n, m, a, b, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(inout) :: c(n)
  integer :: i
  do i = 1, m
    c(i) = c(i) + a(i)*b(n + 1 - i)
  end do
end subroutine dots
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! case = globals().get("CASE")
! if case == "written":
!     k = lp.rename_argument(k, "a", "c", existing_ok=True)
! if case == "assumed":
!     k = lp.assume(k, "m <= n - 1")
! k = lp.rename_argument(k, "a", "b", existing_ok=True)
! k = lp.rename_argument(k, "m", "n", existing_ok=True)
! RESULT = lp.split_iname(k, "i", 16, outer_tag="g.0", inner_tag="l.0")
!$loopy end
