! Arguments that the script renamed, removed, fixed and reordered; sizes whose
! product is an extent; --param, in any case of letters.
! REQUIRES: gfortran, opencl
! RUN: %loopyc --check --target=opencl,c %s | FileCheck %s
! RUN: %loopyc --check --target=opencl,c --param K=4 --param m=5 --param alpha=3 %s | FileCheck %s
! CHECK: check: one: opencl: ok
! CHECK: check: one: c: ok
! CHECK: check: two: opencl: ok
! CHECK: check: two: c: ok
! RUN: not %loopyc --check --target=c --param alpha=2 %s 2>&1 | FileCheck %s --check-prefix=FIXED
! FIXED: error: --param alpha: the script fixed this parameter to another value
! RUN: not %loopyc --check --target=c --param k=400 --param m=5 %s 2>&1 | FileCheck %s --check-prefix=OUTSIDE
! OUTSIDE: error: --check: with k = 400, m = 5, kernel 'two' would access z[k - 1] outside its array
subroutine one(n, unused, alpha, x, y)
  integer, intent(in) :: n, unused
  real(8), intent(in) :: alpha, x(2*n)
  real(8), intent(out) :: y(n/2:n)
  integer :: i
  do i = n/2, n
    y(i) = alpha*x(2*i) + 1
  end do
end subroutine
subroutine two(m, z, w, s, k)
  integer, intent(in) :: m, k
  real(8), intent(inout) :: z(m*m)
  logical(1), intent(out) :: w(m)
  integer, intent(inout) :: s
  integer :: i
  s = 0
  do i = m, 1, -2
    z(k) = z(i) + z(k)
    w(i) = z(i) > 1
    s = s + i
  end do
end subroutine
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! one, two = t["one"], t["two"]
! one = lp.rename_argument(one, "x", "xx")
! one = lp.rename_argument(one, "n", "nn")
! one = lp.remove_unused_arguments(one)
! one = lp.fix_parameters(one, alpha=3)
! one = lp.set_argument_order(one, "nn, y, xx")
! one = lp.split_iname(one, "i", 8, outer_tag="g.0", inner_tag="l.0")
! RESULT = [one, two]
!$loopy end
