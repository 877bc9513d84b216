! Potentials of point charges in three dimensions (seed 001, table 1): each pair
! takes one reciprocal square root. A group of work-items has a tile of charges
! in local memory.
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
! # A group of 8 rows of 64 work-items has 256 potentials: each work-item sums four of them in registers over the
! # charges of its row's part of a tile, and the rows' sums are added in the end.
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 256, outer_tag="g.0", inner_iname="i_tile")
! knl = lp.split_iname(knl, "i_tile", 64, outer_iname="i_each", outer_tag="ilp", inner_tag="l.0")
! for name in ("x", "y", "z"):
!     knl = lp.add_prefetch(knl, f"{name}[i]", ["i_each"], temporary_address_space=lp.AddressSpace.PRIVATE, default_tag="ilp")
! knl = lp.split_iname(knl, "j", 1024, slabs=(0, 1))
! knl = lp.split_iname(knl, "j_inner", 128, outer_iname="j_part", inner_iname="j_own", outer_tag="l.1")
! for name in ("x", "y", "z", "q"):
!     knl = lp.add_prefetch(knl, f"{name}[j]", ["j_own", "j_part"], temporary_name=f"{name}_tile", default_tag="l.auto")
! # What a charge has lies side by side: one load of 16 bytes has it all.
! knl = lp.concatenate_arrays(knl, [f"{name}_tile" for name in ("x", "y", "z", "q")], "charges", axis_nr=1)
! knl = lp.split_array_axis(knl, ("charges", 1), 8)
! knl = lp.tag_array_axes(knl, "charges", "stride:4, stride:1, stride:512")
! if globals().get("FAST"):
!     knl = lp.set_options(knl, fast_math=True)
! RESULT = lp.tag_inames(knl, "j_own:unr_hint.16")
!$loopy end
