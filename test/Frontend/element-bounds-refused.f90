! What of bounds by elements no launch can know.
! RUN: %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
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
subroutine by_columns(n, lo, u)
  integer, intent(in) :: n, lo(n)
  real, intent(inout) :: u(9, n)
  integer :: d
  do d = 1, n
    call column(lo, u(:, d))
  end do
contains
  subroutine column(lo, u)
    integer, intent(in) :: lo(*)
    real, intent(inout) :: u(:)
    ! CHECK: element-bounds-refused.f90:[[#@LINE+1]]:{{.*}}: bounds of array 'w' with 'd', which the subroutine assigns; declare it as large as it ever is, by what stays: a constant, an argument, or the extent of another array, size(x, 1)
    real :: w(lo(d))
    w = 1
    u(1:lo(d)) = w
  end subroutine
end subroutine
subroutine by_order(n, m, lo, u)
  integer, intent(in) :: n, m, lo(*)
  real, intent(inout) :: u(9, n)
  integer :: d
  do d = 1, n
    call column(u(:, d))
  end do
contains
  subroutine column(u)
    real, intent(inout) :: u(:)
    ! CHECK: element-bounds-refused.f90:[[#@LINE+1]]:{{.*}}: bounds of array 'w' with an element of 'lo', whose own last bound no declaration says; declare it as large as it ever is, by what stays: a constant, an argument, or the extent of another array, size(x, 1)
    real :: w(lo(m))
    w = 1
    u(1:lo(m)) = w
  end subroutine
end subroutine
! REPORT: in 'assigned': parallel, if marked as a region
! REPORT: in 'by_columns': stays on the host
! REPORT: in 'by_order': stays on the host
