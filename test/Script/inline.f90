! RUN: %loopyc --emit=ir -o - %s | FileCheck %s
! RUN: not %loopyc -fsyntax-only --set name=hafl %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
! lp.inline returns what the front end has made, and knows what was called.
! CHECK: KERNEL: scale
! CHECK: TEMPORARIES:
! CHECK: half_1: type: float32
! UNKNOWN: inline: no call of 'hafl' was inlined; did you mean 'half'?
subroutine scale(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = half(x(i))
  end do
contains
  real function half(y)
    real, intent(in) :: y
    half = y/2
  end function
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.inline(lp.inline(knl), globals().get("name", "half"))
!$loopy end
