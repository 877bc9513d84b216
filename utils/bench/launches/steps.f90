! Two short launches for each step, and an array that goes from one to the
! other in the workspace.
subroutine steps(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n)
  real, intent(in) :: b(n)
  real :: c(n)
  integer :: i, j, t
  do t = 1, m
    do i = 1, n
      c(i) = 0.5*a(n + 1 - i)
    end do
    do j = 1, n
      a(j) = c(n + 1 - j) + b(j)
    end do
  end do
end subroutine steps

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in ["i", "j"]:
!   knl = lp.split_iname(knl, name, 128, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
