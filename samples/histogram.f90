! Counts how often each of the values 0 to 255 comes. Each work-group of 256 work-items
! counts a block of 16384 numbers in its local memory, and adds what it has to
! the histogram.
subroutine histogram(n, values, count)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: values(n)
  integer, intent(inout) :: count(0:255)
  integer :: i

  do i = 1, n
    count(values(i)) = count(values(i)) + 1
  end do
end subroutine histogram

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16384, outer_tag="g.0")
! knl = lp.split_iname(knl, "i_inner", 256, inner_tag="l.0")
! knl = lp.privatize_updates(knl, "count", "i_outer")
!
! RESULT = knl
!
!$loopy end
