! "N0,N1,N2?": what is said of an axis that only some of the arrays have.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine fields(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n, 8, 3), b(n, 8)
  real, intent(inout) :: c(n)
  integer :: i
  do i = 1, n
    c(i) = a(i, 2, 1) + b(i, 2)
  end do
end subroutine fields
! CHECK: a: {{.*}} dim_tags: (N1:stride:8, N0:stride:1, N2:stride:8*n), dim_names: (x, y, z)
! CHECK: b: {{.*}} dim_tags: (N1:stride:8, N0:stride:1), dim_names: (x, y)
! CHECK: c: {{.*}} dim_tags: (N0:stride:1), dim_names: (y)
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! def refused(message, call):
!     try:
!         call()
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted: " + message
! def tags(knl, name):
!     return knl.arg_dict[name].dim_tags
!
! knl = lp.tag_array_axes(knl, "a,b", "N1,N0,N2?")
! knl = lp.set_array_axis_names(knl, "a,b", "x,y,z?")
! knl = lp.set_array_axis_names(knl, "c", "x?,y")
! # The first optional ones are left out first, and levels follow.
! t = lp.tag_array_axes(knl, "b", "N0?,N2,N1?")
! assert tags(t, "b") == ("N1", "N0"), tags(t, "b")
! t = lp.tag_array_axes(knl, "c", ["N0?", "N1?", "N2"])
! assert tags(t, "c") == ("N0",), tags(t, "c")
! # By axis.
! t = lp.tag_array_axes(knl, "a,b", {"x": "N0", "y": "N1", "z": "N2?"})
! assert tags(t, "b") == ("N0", "N1"), tags(t, "b")
! refused("array 'b' has 2 axes and none is 'z'",
!         lambda: lp.tag_array_axes(knl, "a,b", {"x": "N0", "y": "N1", "z": "N2"}))
! refused("array 'c' has 1 axes, but 2 were given",
!         lambda: lp.tag_array_axes(knl, "c", "N0,N1,N2?"))
! refused("array 'a' has 3 axes, but 2 were given",
!         lambda: lp.set_array_axis_names(knl, "a", "x,y?"))
! refused("'j?k' cannot be a name",
!         lambda: lp.set_array_axis_names(knl, "a", "i,j?k,l"))
! RESULT = knl
!$loopy end
