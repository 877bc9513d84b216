! Elements of an array have addresses of their own: strides of a script are
! checked, whoever sets or keeps them.
! RUN: %loopyc %s -fsyntax-only
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine fields(n, m, ld, k, a, b, c)
  implicit none
  integer, intent(in) :: n, m, ld, k
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: b(4, 6), c(n, m, k)
  real(8) :: u(3, 4), v(3, 4)
  integer :: i, j, l
  do j = 1, 4
    do i = 1, 3
      u(i, j) = a(i, j)
      v(i, j) = b(i, j)
    end do
  end do
  do j = 1, 4
    do i = 1, 3
      b(i, j) = u(i, j) + v(4 - i, j)
    end do
  end do
  do l = 1, k
    do j = 1, m
      do i = 1, n
        c(i, j, l) = c(i, j, l) + a(i, j)
      end do
    end do
  end do
end subroutine fields
! CHECK: a: {{.*}} dim_tags: (stride:1, stride:ld)
! CHECK: b: {{.*}} dim_tags: (stride:6, stride:1)
! CHECK: c: {{.*}} dim_tags: (stride:1, stride:ld, stride:ld*(m + 1))
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
!
! def refused(message, call):
!     try:
!         call()
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted: " + message
!
! def tagged(name, tags, known=None):
!     k = lp.assume(knl, known) if known else knl
!     return lp.tag_array_axes(k, name, tags)
!
! # Numbers: decided exactly, with two elements that meet.
! for tags, message in [
!         ("stride:1,stride:2", "b[0, 1] and b[2, 0] have the same one: axis 0 "
!          "has 4 entries, 1 apart, axis 1 has 6 entries, 2 apart"),
!         ("stride:3,stride:2", "have the same one"),
!         ("stride:0,stride:0", "stride of axis 0 of array 'b' must be positive,"
!          " but it is 0"),
!         ("stride:-6,stride:1", "must be positive, but it is -6"),
!         ("N0,stride:3", "have the same one"),
!         ("stride:9223372036854775807,stride:1",
!          "must be at most 137438953472 elements (1099511627776 bytes), but it "
!          "is 9223372036854775807"),
!         ("stride:99999999999999999999,stride:1", "does not fit 64 bits"),
!         ("stride:1.5,stride:8", "must be an integer number of elements"),
!         ("stride:1,stride:4*i", "integer arguments that the kernel does not "
!          "change, but 4*i mentions 'i'")]:
!     refused(message, lambda: tagged("b", tags))
! tagged("b", "stride:7,stride:30")
! tagged("b", "stride:3,stride:13")
! # Coprime steps interleave without meeting.
! tagged("b", "stride:7,stride:5")
! refused("have the same one", lambda: tagged("b", "stride:5,stride:2"))
!
! # Parameters: under what is assumed.
! refused("must be positive, but it is ld - 1, which may be less than 1",
!         lambda: tagged("a", "stride:1,stride:ld-1"))
! refused("have the same one with ",
!         lambda: tagged("a", "stride:1,stride:n-1", "n >= 3"))
! refused("if the parameters cannot have these values, say so first (assume)",
!         lambda: tagged("a", "stride:1,stride:1000"))
! refused("have the same one with ",
!         lambda: tagged("c", "stride:1,stride:n,stride:n*m-1", "n >= 2 and m >= 2"))
! tagged("a", "stride:1,stride:1000", "n <= 1000")
! tagged("a", "stride:m,stride:1")
! tagged("a", "stride:2,stride:2*n")
! tagged("c", "stride:1,stride:n,stride:n*m")
! tagged("c", "stride:m*k,stride:k,stride:1")
! tagged("c", "stride:1,stride:n,stride:n*m+3")
! tagged("c", "stride:1,stride:ld,stride:(ld+2)*m", "ld >= n")
! refused("have the same one with ",
!         lambda: tagged("c", "stride:1,stride:ld,stride:n*m", "ld >= n + 1 and n >= 2 and m >= 2 and k >= 2"))
!
! # Whoever keeps a layout: joined, split, with other extents.
! strided = tagged("u", "stride:1,stride:3")
! refused("array 'w' must have addresses of their own, but w[0, 1] and w[3, 0] "
!         "have the same one",
!         lambda: lp.concatenate_arrays(strided, ["u", "v"], "w", 0))
! lp.concatenate_arrays(strided, ["u", "v"], "w", 1)
! refused("have the same one",
!         lambda: lp.split_array_axis(tagged("b", "stride:1,stride:5"), ("b", 0, "F"), 3))
! lp.split_array_axis(tagged("b", "stride:1,stride:5"), ("b", 0, "F"), 2)
! lp.fix_parameters(tagged("a", "stride:1,stride:ld", "ld >= n"), ld=64)
!
! knl = lp.assume(knl, "ld >= n")
! knl = lp.tag_array_axes(knl, "a", "stride:1,stride:ld")
! knl = lp.tag_array_axes(knl, "b", "stride:6,stride:1")
! RESULT = lp.tag_array_axes(knl, "c", "stride:1,stride:ld,stride:ld*(m+1)")
!$loopy end
