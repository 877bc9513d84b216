! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=11 | FileCheck %s
! CHECK: check: one: opencl: ok
! CHECK: check: one: c: ok
! CHECK: check: fields: opencl: ok
! CHECK: check: fields: c: ok
! CHECK: check: complexes: opencl: ok
! CHECK: check: complexes: c: ok
subroutine one(n, m, f, a, y, z)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: f(n), a(n, m)
  real(RK), intent(inout) :: y(n), z(n, m)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    t = 0
    do j = 1, m
      t = t + f(i)*a(i, j)
      z(i, j) = z(i, j) - t
      t = t - 2*a(i, j)/3*(f(i)*z(i, 1))
    end do
    y(i) = t*t
  end do
end subroutine one

subroutine fields(n, m, f, g, a, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: f(n), g(n), a(n, m)
  real(RK), intent(inout) :: y(n, 3)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      y(i, 1) = y(i, 1) + f(i)*a(i, j)
      y(i, 2) = y(i, 2) - g(i)*a(i, j)/f(i)
      y(i, 3) = y(i, 3) + a(i, j)
      y(i, 1) = y(i, 1) + f(i)*(a(i, j)*g(i))
    end do
  end do
end subroutine fields

subroutine complexes(n, x, y)
  implicit none
  integer, intent(in) :: n
  complex(RK), intent(in) :: x(n)
  complex(RK), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, 5
      y(i) = y(i) + x(i)*x(n + 1 - i)*j - x(i)
    end do
  end do
end subroutine complexes

!$loopy begin
! one, fields, complexes = lp.parse_fortran(SOURCE, FILENAME)
! fields = lp.buffer_array(fields, "y", "j", init_expression="0",
!                          store_expression="base + buffer")
! fields = lp.collect_common_factors_on_increment(fields, "y_buf",
!                                                 vary_by_axes=[0])
! one = lp.collect_common_factors_on_increment(one, "t")
! complexes = lp.buffer_array(complexes, "y", "j", init_expression="0",
!                             store_expression="base + buffer")
! complexes = lp.collect_common_factors_on_increment(complexes, "y_buf")
! RESULT = [lp.split_iname(k, "i", 16, outer_tag="g.0", inner_tag="l.0")
!           for k in (one, fields, complexes)]
!$loopy end
