! What of bounds by elements no launch can know.
! RUN: not %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
! RUN: %loopyc %s --report 2>&1 | FileCheck %s --check-prefix=REPORT
subroutine assigned(lo, u)
  integer, intent(inout) :: lo(2)
  ! CHECK: element-bounds-refused.f90:[[#@LINE+1]]:{{.*}}: bounds of array 'u' with an element of 'lo', which the subroutine assigns; copy what they depend on to a variable that is not assigned
  real, intent(inout) :: u(lo(1):lo(2))
  integer :: i
  lo(1) = lo(1) + 1
  do i = lo(1), lo(2)
    u(i) = 0
  end do
end subroutine
subroutine by_direction(d, lo, u)
  integer, intent(in) :: d, lo(2)
  ! CHECK: element-bounds-refused.f90:[[#@LINE+1]]:{{.*}}: bounds of array 'u' with an element of 'lo' whose subscripts are no constants; copy what they depend on to a variable that is not assigned
  real, intent(inout) :: u(lo(d))
  integer :: i
  do i = 1, lo(d)
    u(i) = 0
  end do
end subroutine
! REPORT: in 'assigned': parallel, if marked as a region
! REPORT: in 'by_direction': stays on the host
