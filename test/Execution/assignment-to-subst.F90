! REQUIRES: gfortran, opencl
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=1 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=37 --param m=5 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=16 --param m=19 | FileCheck %s
! Values that become rules: under conditions, twice for one variable, used in
! another loop, and made from each other; a value for each branch, or for odd
! and even elements; read in a rule that spells the element by its parameter.
! CHECK: check: values: opencl: ok
! CHECK: check: values: c: ok
! CHECK: check: branches: opencl: ok
! CHECK: check: branches: c: ok
! CHECK: check: parities: opencl: ok
! CHECK: check: parities: c: ok
! CHECK: check: inRule: opencl: ok
! CHECK: check: inRule: c: ok
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

subroutine branches(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: x(n, m)
  real(RK), intent(inout) :: y(n, m)
  real(RK) :: t
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (x(i, j) > 0.5) then
        t = 2*x(i, j)
        y(i, j) = t + 1
      else if (j > 2) then
        t = x(i, j - 1)
        y(i, j) = t*t
      else
        t = 3
        y(i, j) = y(i, j) - t
      end if
    end do
  end do
end subroutine branches

subroutine parities(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  real(RK) :: t(2*n)
  integer :: i, j
  do i = 1, n
    t(2*i) = x(i)
    t(2*i - 1) = -x(i)*x(i)
  end do
  do j = 1, n
    y(j) = t(2*j) + 2*t(2*j - 1)
  end do
end subroutine parities

subroutine inRule(n, u, o)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(2, n)
  real(RK), intent(inout) :: o(n)
  real(RK) :: w(8)
  integer :: i, k
  do i = 1, n
    do k = 1, 2
      w(k) = 2*u(k, i)
    end do
    do k = 1, 2
      o(i) = o(i) + w(k)*w(3 - k)
    end do
  end do
end subroutine inRule

!$loopy begin
! kernels = lp.parse_fortran(SOURCE, FILENAME)
! knl = kernels["values"]
! for name in ("a", "t", "u"):
!     knl = lp.assignment_to_subst(knl, name)
! knl = lp.split_iname(knl, "i_1", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.split_iname(knl, "k", 16, outer_tag="g.0", inner_tag="l.0")
! branches = lp.assignment_to_subst(kernels["branches"], "t")
! parities = lp.assignment_to_subst(kernels["parities"], "t")
! inRule = lp.extract_subst(kernels["inRule"], "r", "w[p]", ["p"])
! inRule = lp.assignment_to_subst(inRule, "w")
! assert "r" not in inRule.substitutions
! RESULT = [knl, lp.tag_inames(branches, "i:g.0"),
!           lp.tag_inames(parities, "j:g.0"), inRule]
!$loopy end
