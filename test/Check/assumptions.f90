! Sizes satisfy the assumptions and keep every access inside its array.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! RUN: %loopyc --check --target=c --param n=32 --param m=34 %s | FileCheck %s
! CHECK: check: as: c: ok
! RUN: not %loopyc --check --target=c --param n=17 %s 2>&1 | FileCheck %s --check-prefix=VIOLATED
! VIOLATED: error: --check: n = 17 violates the assumptions {{.*}}mod 16
! RUN: not %loopyc --check --target=c --param n=32 --param m=33 %s 2>&1 | FileCheck %s --check-prefix=OUTSIDE
! OUTSIDE: error: --check: with m = 33, n = 32, kernel 'as' would access elements outside its arrays
subroutine as(n, m, x, y)
  integer, intent(in) :: n, m
  real, intent(in) :: x(m)
  real, intent(inout) :: y(n)
  real :: s
  integer :: i
  do i = 1, n
    y(i) = x(i + 2) + 1.0/3.0
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assume(knl, "n mod 16 = 0 and n >= 16")
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = knl
!$loopy end
