! Red-black Gauss-Seidel sweeps of a Poisson problem: the cells of one colour need
! only those of the other, so that each half sweep is parallel.
subroutine red_black(n, sweeps, h, f, u)
  implicit none
  integer, intent(in) :: n, sweeps
  real(8), intent(in) :: h, f(n, n)
  real(8), intent(inout) :: u(0:n+1, 0:n+1)
  integer :: sweep, colour, i, j

  do sweep = 1, sweeps
    do colour = 0, 1
      do j = 1, n
        do i = 1, n
          if (mod(i + j, 2) == colour) then
            u(i, j) = 0.25d0*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - h**2*f(i, j))
          end if
        end do
      end do
    end do
  end do
end subroutine red_black

! The host runs the sweeps and colours, a launch for each: a global barrier
! between the colours is all that the sweeps need.
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 64, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
