! Numbers that generated code cannot have are refused where the script gives
! them, with the number and the bound.
! RUN: %loopyc %s -fsyntax-only
subroutine sums(n, m, k, p, x, z, a, b)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: m
  integer(1), intent(in) :: k
  logical, intent(in) :: p
  real(4), intent(in) :: x
  complex(4), intent(in) :: z
  real(8), intent(in) :: a(n, n)
  real(8), intent(inout) :: b(n)
  real(8) :: t
  integer :: i, j
  do i = 1, n
    t = real(z) + m + k
    if (p) t = t + x
    do j = 1, n
      t = t + a(j, i)
    end do
    b(i) = t
  end do
end subroutine sums
subroutine grid(n, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: c(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      c(j, i) = c(j, i) + 1
    end do
  end do
end subroutine grid
!$loopy begin
! knl, grid = lp.parse_fortran(SOURCE, FILENAME)
! def refused(message, call, kind=lp.LoopyError):
!     try:
!         call()
!     except kind as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted: " + message
!
! for count in [2**30 + 1, 2**31, 2**40, 2**62]:
!     said = f"must be at most 1073741824, but it is {count}"
!     refused("the inner length of iname 'i' " + said,
!             lambda: lp.split_iname(knl, "i", count))
!     refused("the number of chunks of iname 'i' " + said,
!             lambda: lp.chunk_iname(knl, "i", count))
!     refused("the length of the inner axis of 'a' " + said,
!             lambda: lp.split_array_axis(knl, ("a", 0), count))
! for count in [0, -1, -2**40]:
!     said = f"must be positive, but it is {count}"
!     refused(said, lambda: lp.split_iname(knl, "i", count))
!     refused(said, lambda: lp.chunk_iname(knl, "i", count))
!     refused(said, lambda: lp.split_array_axis(knl, ("a", 0), count))
!     refused(f"must be a positive number of bytes, but it is {count}",
!             lambda: lp.add_padding(knl, "a", 1, count))
! refused("must be an integer of at most 64 bits, found 1267650600228229401496703205376",
!         lambda: lp.split_iname(knl, "i", 2**100), TypeError)
!
! for slabs in [(10**9, 0), (0, 10**9), (2**20 + 1, 0)]:
!     refused(f"must be at most 1048576 iterations each, but one is {max(slabs)}",
!             lambda: lp.split_iname(knl, "i", 4, slabs=slabs))
! refused("must be at most 16 iterations each, but one is 17",
!         lambda: lp.split_iname(knl, "i", 2**26, slabs=(17, 0)))
! for make in lp.split_iname, lp.chunk_iname:
!     refused("must not be negative, but one is -1",
!             lambda: make(knl, "i", 4, slabs=(1, -1)))
!     refused("a pair of integers of 32 bits",
!             lambda: make(knl, "i", 4, slabs=(2**33, 0)), TypeError)
!     refused("at most 64 bits", lambda: make(knl, "i", 4, slabs=(2**70, 0)), TypeError)
!     refused("an integer", lambda: make(knl, "i", 4, slabs=(1.5, 0)), TypeError)
!
! for count in [2**21 + 1, 10**9, 2**62]:
!     said = f"must be at most 2097152 bytes, but it is {count}"
!     refused("align_bytes " + said, lambda: lp.add_padding(knl, "a", 1, count))
!     refused("align_bytes " + said,
!             lambda: lp.find_padding_multiple(knl, "a", 1, count))
! refused("the alignment of 'N1:align:4194304' must be at most 2097152 bytes",
!         lambda: lp.tag_array_axes(knl, "a", "N0,N1:align:4194304"))
!
! for value in [2**31, -2**31 - 1, 2**40]:
!     refused(f"'n' is integer(4), which cannot have the value {value}; its "
!             "values are -2147483648 to 2147483647",
!             lambda: lp.fix_parameters(knl, n=value))
! refused("'n' is integer(4), which cannot have the value 2147483648",
!         lambda: lp.fix_parameters(knl, n=2.0**31))
! refused("'k' is integer(1), which cannot have the value 128; its values are -128 to 127",
!         lambda: lp.fix_parameters(knl, k=128))
! refused("integers of at most 64 bits (m is not)",
!         lambda: lp.fix_parameters(knl, m=2**63), TypeError)
! for value in [1e39, -1e39, 10**39.0, float("inf"), float("nan")]:
!     refused("'x' is real(4), which cannot have the value",
!             lambda: lp.fix_parameters(knl, x=value))
!     refused("'z' is complex(4), which cannot have the value",
!             lambda: lp.fix_parameters(knl, z=complex(0, value)))
! lp.fix_parameters(knl, n=20000, m=2**63 - 1, k=-128, x=3e38, z=1j, p=True)
!
! for equation in ["ii = i + 99999999999999", "ii = i - 3000000000",
!                  "ii = 4294967296*i", "ii = i + 99999999999999*n"]:
!     refused("32 bits", lambda: lp.affine_map_inames(knl, "i", "ii", equation))
! refused("does not fit 64 bits", lambda: lp.affine_map_inames(
!     knl, "i", "ii", "ii = i + 99999999999999999999"))
! refused("iname 'i_and_j' would run to 9999999999, but inames have 32 bits",
!         lambda: lp.join_inames(lp.fix_parameters(grid, n=100000), "i, j"))
! refused("array 'a' must take less than 2^63 bytes",
!         lambda: lp.fix_parameters(knl, n=2**31 - 1))
! RESULT = knl
!$loopy end
