! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=1 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 --param m=5 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 --param m=19 | FileCheck %s
! Values that become rules: under conditions, twice for one variable, used in
! another loop, and made from each other.
! CHECK: check: values: opencl: ok
! CHECK: check: values: c: ok
subroutine values(n, m, x, y, z)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(out) :: y(n, m), z(n)
  real(RK) :: t, u, a(n)
  integer :: i, j, k
  do j = 1, m
    do i = 1, n
      a(i) = x(i, j) + j
    end do
    do i = 1, n
      t = 2*a(i)
      u = t*t + a(n + 1 - i)
      y(i, j) = u - t
      t = a(i)
      if (x(i, j) > 0.5) then
        u = 2*t
        y(i, j) = y(i, j) + u
      end if
    end do
  end do
  do k = 1, n
    t = x(k, m)
    z(k) = t
  end do
end subroutine values

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! for name in ("a", "t", "u"):
!     knl = lp.assignment_to_subst(knl, name)
! knl = lp.split_iname(knl, "i_1", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "k", 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
