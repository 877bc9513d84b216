! Sums and minima as large codes have them: of one array, and over the cells of
! a grid, from twelve arrays.
subroutine total(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: s
  integer :: i
  do i = 1, n
    s = s + x(i)
  end do
end subroutine total

subroutine time_step(n, u, v, w, c, dx, dy, dz, r, e, p, q, f, dt)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in), dimension(n) :: u, v, w, c, dx, dy, dz, r, e, p, q, f
  real(8), intent(inout) :: dt
  integer :: i
  do i = 1, n
    dt = min(dt, f(i)*min(dx(i)/(abs(u(i)) + c(i)), dy(i)/(abs(v(i)) + c(i)), &
      dz(i)/(abs(w(i)) + c(i))) + r(i)*e(i) + p(i)*q(i))
  end do
end subroutine time_step

!$loopy begin
! # Work-groups go through the array side by side, a stride of all of them at a
! # time; each work-item keeps `unroll` partial results.
! def strided(knl, items, groups, unroll):
!     knl = lp.assume(knl, f"n mod {items*groups*unroll} = 0 and n >= 1")
!     knl = lp.split_iname(knl, "i", items, inner_tag="l.0")
!     knl = lp.split_iname(knl, "i_outer", groups, inner_tag="g.0")
!     return lp.split_iname(knl, "i_outer_outer", unroll, inner_tag="ilp")
!
! total, time_step = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.insert_global_barriers(strided(total, 256, 1024, 8)),
!           lp.insert_global_barriers(strided(time_step, 256, 1024, 2))]
!$loopy end
