! Assumptions that no value meets are refused, and what is known already adds
! nothing.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine s(n, m, k, a, b)
  implicit none
  integer, intent(in) :: n, m
  integer(1), intent(in) :: k
  real(8), intent(in) :: a(n - 2)
  real(8), intent(inout) :: b(m)
  integer :: i
  do i = 1, m
    b(i) = k + a(1)
  end do
end subroutine s
! CHECK: ASSUMPTIONS
! CHECK-NEXT: [n] -> { [] : n >= 2000 }
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! def refused(message, condition, known=()):
!     k = knl
!     for fact in known:
!         k = lp.assume(k, fact)
!     try:
!         lp.assume(k, condition)
!     except lp.LoopyError as error:
!         assert message in str(error), str(error)
!     else:
!         assert False, "accepted: " + condition
!
! huge = 99999999999999999999999
! for condition in [f"n >= {huge}", f"n <= {huge}", f"n mod {huge} = 0",
!                   f"exists e : n = {huge}e", f"-{huge} < n"]:
!     refused(f"the number {huge} in '{condition}' does not fit 64 bits",
!             condition)
! refused("no values meet 'n > 4 and n < 3'", "n > 4 and n < 3")
! refused("no values meet 'n >= 2147483648': n is integer(4), -2147483648 to "
!         "2147483647", "n >= 2147483648")
! refused("no values meet 'k > 127': k is integer(1), -128 to 127", "k > 127")
! refused("no values meet '2*n = 1'", "2*n = 1")
! refused("contradicts what kernel 's' already assumes", "n < 3", ["n > 4"])
! refused("contradicts", "n = m", ["n > 2*m", "m >= 0"])
! refused("if 'm <= -1', array 'b' has a negative extent, m", "m <= -1")
! refused("if 'n < 2', array 'a' has a negative extent, n - 2", "n < 2")
!
! # Many that follow from one another stay one; many that do not have an end.
! for i in range(2001):
!     knl = lp.assume(knl, f"n >= {i}")
! RESULT = knl
! try:
!     for i in range(63):
!         knl = lp.assume(knl, f"(n + {i}) mod 64 < 62")
!     assert False, "accepted"
! except lp.LoopyError as error:
!     assert "too complex to be decided; assume fewer conditions" in str(error), str(error)
!$loopy end
