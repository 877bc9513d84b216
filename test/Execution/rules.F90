! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --init 'pick=n - i0' --param n=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --init 'pick=n - i0' --param n=37 | FileCheck %s
! Rules extracted, expanded again in part, and computed ahead: in conditions, in
! subscripts, of logical and integer type, in each other.
! CHECK: check: forms: opencl: ok
! CHECK: check: forms: c: ok
! CHECK: check: conditions: opencl: ok
! CHECK: check: conditions: c: ok
! CHECK: check: subscripts: opencl: ok
! CHECK: check: subscripts: c: ok
! CHECK: check: logicals: opencl: ok
! CHECK: check: logicals: c: ok
! CHECK: check: nested: opencl: ok
! CHECK: check: nested: c: ok
subroutine forms(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(0:n)
  real(RK), intent(out) :: y(n), z(n)
  integer :: i
  do i = 1, n
    y(i) = sin(x(i))**2 + sin(x(i) + 1)**2 - x(i)*x(i)
    z(i) = 2*sin(x(i - 1))**2 + x(i)*x(i - 1)
  end do
end subroutine forms

subroutine conditions(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i
  do i = 2, n
    if (sin(x(i)) > sin(x(i - 1))) y(i) = sin(x(i))
  end do
end subroutine conditions

subroutine subscripts(n, pick, x, y)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: pick(n)
  real(RK), intent(in) :: x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i, p
  do i = 1, n
    p = pick(i)
    y(i) = x(p)*p - y(i)
  end do
end subroutine subscripts

subroutine logicals(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  integer, intent(inout) :: y(n)
  logical :: between
  integer :: i
  do i = 2, n
    between = x(i) > 0.5 .and. x(i - 1) < 0.75
    if (between) y(i) = y(i) + 1
  end do
end subroutine logicals

subroutine nested(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(n)
  real(RK), intent(out) :: y(n)
  real(RK) :: a, b, c
  integer :: i
  do i = 1, n
    a = 2*x(i)
    b = a + x(n + 1 - i)
    c = a*b
    y(i) = c - b/(1 + a*a)
  end do
end subroutine nested

!$loopy begin
! kernels = lp.parse_fortran(SOURCE, FILENAME)
! tiles = dict(outer_tag="g.0", inner_tag="l.0")
!
! forms = lp.extract_subst(kernels["forms"], "square", "sin(t)**2", ["t"])
! forms = lp.extract_subst(forms, "product", "x[a]*x[b]", "a, b")
! forms = lp.expand_subst(forms, "writes:y > id:square")
! forms = lp.split_iname(forms, "i", 16, **tiles)
! forms = lp.precompute(forms, "product", "i_inner")
!
! conditions = lp.extract_subst(kernels["conditions"], "s", "sin(x[a])", "a")
! conditions = lp.split_iname(conditions, "i", 16, **tiles)
! conditions = lp.precompute(conditions, "s", "i_inner")
!
! subscripts = lp.assignment_to_subst(kernels["subscripts"], "p")
! subscripts = lp.split_iname(subscripts, "i", 16, **tiles)
! subscripts = lp.precompute(subscripts, "p_subst", "i_inner",
!                            temporary_address_space="local")
!
! logicals = lp.assignment_to_subst(kernels["logicals"], "between")
! logicals = lp.split_iname(logicals, "i", 16, **tiles)
! logicals = lp.precompute(logicals, "between_subst", "i_inner")
!
! nested = kernels["nested"]
! for name in "abc":
!     nested = lp.assignment_to_subst(nested, name)
! nested = lp.split_iname(nested, "i", 16, **tiles)
! nested = lp.precompute(nested, "b_subst", "i_inner")
! nested = lp.precompute(nested, "a_subst", within="writes:y > ...",
!                        temporary_name="a_here")
! RESULT = [forms, conditions, subscripts, logicals, nested]
!$loopy end
