! lp.auto_test_vs_ref: the kernel on the device against another kernel.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set WRONG=0 -fsyntax-only
! RUN: %loopyc %s --set WRONG=0 --target=c -fsyntax-only
! RUN: not %loopyc %s --set WRONG=1 -fsyntax-only 2>&1 | FileCheck %s
! CHECK: auto-test.f90:[[#@LINE+21]]:{{[0-9]+}}: error: auto_test_vs_ref of kernel 'scale'{{.*}}: x({{[0-9]+}}) =
! RUN: not %loopyc %s --set WRONG=2 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=PARAM
! PARAM: error: --param m: no subroutine has an argument of this name
subroutine scale(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = FACTOR*x(i)
  end do
end subroutine scale

!$loopy begin
! def scaled(factor):
!     knl, = lp.parse_fortran(SOURCE.replace("FACTOR", factor), FILENAME)
!     return knl
!
! reference = scaled("2")
! knl = lp.split_iname(scaled("3" if WRONG == 1 else "2"), "i", 32,
!                      outer_tag="g.0", inner_tag="l.0")
!
! lp.auto_test_vs_ref(reference, None, knl,
!                     parameters={"m" if WRONG == 2 else "n": 100},
!                     quiet=True, print_code=False)
! RESULT = knl
!$loopy end
