! Potentials of point charges in three dimensions (seed 001, table 1): each pair
! takes one reciprocal square root. A group of work-items has a tile of charges
! in local memory; each of them sums one potential.
subroutine coulomb(n, x, y, z, q, potential)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n), y(n), z(n), q(n)
  real, intent(out) :: potential(n)
  integer :: i, j
  real :: dx, dy, dz, distance, s
  do i = 1, n
    s = 0
    do j = 1, n
      dx = x(i) - x(j)
      dy = y(i) - y(j)
      dz = z(i) - z(j)
      distance = sqrt(dx**2 + dy**2 + dz**2)
      if (j /= i) s = s + q(j)/distance
    end do
    potential(i) = s
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "j", 128, slabs=(0, 1))
! for name in ("x", "y", "z"):
!     knl = lp.add_prefetch(knl, f"{name}[j]", "j_inner", default_tag="l.auto")
! knl = lp.add_prefetch(knl, "q", "j_inner", default_tag="l.auto")
! if globals().get("FAST"):
!     knl = lp.set_options(knl, fast_math=True)
! RESULT = lp.split_iname(knl, "j_inner", 8, inner_tag="unr")
!$loopy end
