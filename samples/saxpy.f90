! y := a*x + y, one work-item an element, in groups of 128.
subroutine saxpy(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a
  real, intent(in) :: x(n)
  real, intent(inout) :: y(n)
  integer :: i

  do i = 1, n
    y(i) = a*x(i) + y(i)
  end do
end subroutine saxpy

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
!
! RESULT = knl
!
!$loopy end
