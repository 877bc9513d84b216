! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set SUM=True --param n=37 --param m=11 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --set SUM=False --param n=16 --param m=1 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set SPACE=local --param n=37 --param m=4 | FileCheck %s
! Buffers of what is updated, of what is read and written, of what is written
! in part, of one element of an array; private and in local memory.
! CHECK: check: rows: opencl: ok
! CHECK: check: rows: c: ok
! CHECK: check: mixed: opencl: ok
! CHECK: check: mixed: c: ok
! CHECK: check: partly: opencl: ok
! CHECK: check: partly: c: ok
! CHECK: check: total: opencl: ok
! CHECK: check: total: c: ok
subroutine rows(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m), x(m)
  real(RK), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine rows

subroutine mixed(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m)
  real(RK), intent(inout) :: y(n, 3)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i, 1) = y(i, 1) + a(i, j)
      y(i, 2) = 2*y(i, 1) - y(i, 2)
      if (a(i, j) > 0.5) y(i, 3) = y(i, 2)*a(i, j)
    end do
  end do
end subroutine mixed

subroutine partly(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m)
  real(RK), intent(inout) :: y(n, m)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (a(i, j) > 0.5) y(i, j) = 2*a(i, j)
    end do
  end do
end subroutine partly

subroutine total(n, a, s)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: s(2)
  integer :: i
  do i = 1, n
    s(2) = s(2) + a(i)
  end do
end subroutine total

!$loopy begin
! SPACE = globals().get("SPACE")
! sums = {}
! if globals().get("SUM"):
!     sums = dict(init_expression="0", store_expression="base + buffer")
! knls = lp.parse_fortran(SOURCE, FILENAME)
! total = lp.buffer_array(knls["total"], "s", "i", **sums)
! rows, mixed, partly = [
!     lp.split_iname(knls[name], "i", 16, outer_tag="g.0", inner_tag="l.0")
!     for name in ("rows", "mixed", "partly")]
! swept = "i_inner, j" if SPACE else "j"
! rows = lp.buffer_array(rows, "y", swept, temporary_address_space=SPACE,
!                        **sums)
! mixed = lp.buffer_array(mixed, "y", swept, temporary_address_space=SPACE,
!                         fetch_bounding_box=True)
! partly = lp.buffer_array(partly, "y", "i_inner, j")
! RESULT = [rows, mixed, partly, total]
!$loopy end
