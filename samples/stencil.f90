! Fluxes over the faces of a row of cells, of third order, without new extrema:
! each cell gathers the values around it in an array of its own.
subroutine advect(n, c, u, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c, u(-1:n + 2)
  real(8), intent(inout) :: f(n)
  real(8) :: stencil(-1:2), slope(3), bend
  integer :: i, s

  do i = 1, n
    do s = -1, 2
      stencil(s) = u(i + s)
    end do
    do s = 1, 3
      slope(s) = stencil(s - 1) - stencil(s - 2)
    end do
    if (slope(1)*slope(2) > 0) then
      bend = slope(2) - slope(1)
    else
      bend = 0
    end if
    f(i) = f(i) + c*(stencil(0) + (1 - c)*(slope(3)/2 - (1 + c)*bend/6))
  end do
end subroutine advect

!$loopy begin
!
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! # Subscripts that are constants: the arrays are registers.
! knl = lp.tag_inames(knl, "s:unr, s_1:unr")
!
! RESULT = knl
!
!$loopy end
