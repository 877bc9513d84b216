! What large codes do with whole arrays: a sum, the smallest element and where it
! is, running sums, a histogram; and a time step over the cells of a grid, from
! twelve arrays.
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

subroutine smallest(n, x, m, at)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: m
  integer, intent(inout) :: at
  integer :: i
  do i = 1, n
    if (x(i) < m) then
      m = x(i)
      at = i
    end if
  end do
end subroutine smallest

subroutine running(n, x, y)
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
end subroutine running

subroutine looked_back(n, x, y)
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
end subroutine looked_back

subroutine histogram(n, values, bins)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: values(n)
  integer, intent(inout) :: bins(0:255)
  integer :: i
  do i = 1, n
    bins(iand(values(i), 255)) = bins(iand(values(i), 255)) + 1
  end do
end subroutine histogram

!$loopy begin
! # Work-groups go through the array side by side, a stride of all of them at a
! # time; each work-item keeps `unroll` partial results.
! def strided(knl, items, groups, unroll):
!     knl = lp.assume(knl, f"n mod {items*groups*unroll} = 0 and n >= 1")
!     knl = lp.split_iname(knl, "i", items, inner_tag="l.0")
!     knl = lp.split_iname(knl, "i_outer", groups, inner_tag="g.0")
!     return lp.split_iname(knl, "i_outer_outer", unroll, inner_tag="ilp")
!
! # --set SCAN=256,16,4: its items, beside, steps; --set BACK=256,16: items, beside
! SCAN = globals().get("SCAN", ())
! BACK = globals().get("BACK", ())
!
! total, time_step, smallest, running, looked_back, histogram = lp.parse_fortran(SOURCE, FILENAME)
!
! # A work-group goes through its elements in steps, in each of which a work-item
! # has `beside` elements side by side.
! def scanned(knl, items=256, beside=16, steps=4):
!     knl = lp.assume(knl, f"n mod {items*beside*steps} = 0 and n >= 1")
!     knl = lp.split_iname(knl, "i", items*beside*steps, outer_tag="g.0")
!     knl = lp.split_iname(knl, "i_inner", items*beside)
!     return lp.split_iname(knl, "i_inner_inner", items, outer_tag="ilp",
!                           inner_tag="l.0")
!
! # In one step, from what the groups before leave.
! def single_pass(knl, items=256, beside=16):
!     knl = lp.assume(knl, f"n mod {items*beside} = 0 and n >= 1")
!     knl = lp.split_iname(knl, "i", items*beside, outer_tag="g.0")
!     knl = lp.split_iname(knl, "i_inner", items, outer_tag="ilp", inner_tag="l.0")
!     return lp.set_reduction(knl, "s", across="lookback")
!
! # A work-group has bins of its own in local memory.
! def counted(knl, piece):
!     knl = lp.assume(knl, f"n mod {piece} = 0 and n >= 1")
!     knl = lp.split_iname(knl, "i", piece, outer_tag="g.0")
!     knl = lp.split_iname(knl, "i_inner", 512, inner_tag="l.0")
!     return lp.privatize_updates(knl, "bins", "i_outer")
!
! RESULT = [lp.insert_global_barriers(strided(total, 256, 4096, 4)),
!           lp.insert_global_barriers(strided(time_step, 256, 1024, 2)),
!           lp.insert_global_barriers(strided(smallest, 256, 1024, 8)),
!           lp.insert_global_barriers(scanned(running, *SCAN)),
!           single_pass(looked_back, *BACK),
!           counted(histogram, 131072)]
!$loopy end
