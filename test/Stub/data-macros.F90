! In preprocessed files, macros in data directives are expanded as in statements.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=c -o %t
! RUN: FileCheck %s < %t_stub.f90
! RUN: gfortran -Werror -c %t_stub.f90 -o %t.o
#define ROW ny
#define COLUMN(k) h(:, k)
#define STATE h, u
subroutine go(nx, ny, h, u)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(inout) :: h(nx, ny), u(nx)
  h(:, ROW) = 0
  ! CHECK: h(:, ny), "data-macros.F90:[[#@LINE+1]]: update host", "h(:, ny)")
  !$loopy update host: h(:, ROW) ! no macro behind: ROW
  ! CHECK: h(:, 3), "data-macros.F90:[[#@LINE+1]]: update device"
  !$loopy update device: COLUMN(3)
  ! CHECK: h, lbound(h, kind=8), "data-macros.F90:[[#@LINE+2]]: enter data"
  ! CHECK: u, lbound(u, kind=8), "data-macros.F90:[[#@LINE+1]]: enter data"
  !$loopy enter data: STATE
end subroutine
