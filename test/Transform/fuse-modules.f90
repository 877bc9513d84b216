! Variables of different modules are different, whatever their names.
! RUN: not %loopyc %s --set 'OTHER=None' -fsyntax-only 2>&1 | FileCheck %s
! CHECK: error: {{.*}}fuse_kernels: 'dt' is another variable in kernel 'second' (dt of module clocks) than before (dt of module steps); rename one of them (rename_argument)
! RUN: %loopyc %s --set 'OTHER="clock_dt"' --emit=ir -o - | FileCheck %s --check-prefix=RENAMED
! RENAMED: x[i] = x[i] + dt
! RENAMED: x[i] = x[i] + clock_dt
module steps
  real(8) :: dt = 1
end module steps
module clocks
  real(8) :: dt = 2
end module clocks
subroutine first(n, x)
  use steps, only: dt
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + dt
  end do
end subroutine first
subroutine second(n, x)
  use clocks, only: dt
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + dt
  end do
end subroutine second
!$loopy begin
! first, second = lp.parse_fortran(SOURCE, FILENAME)
! if OTHER:
!     second = lp.rename_argument(second, "dt", OTHER)
! RESULT = lp.fuse_kernels([first, second])
!$loopy end
