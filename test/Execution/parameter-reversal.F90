! Reversals, shifts and strides by a parameter, split into groups and
! work-items with a loop inside: guards and subscripts have quotients of the
! parameter, not of an axis.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set MAP='er = 7 - e' --check --target=opencl,c --param m=11 --param n=3 | FileCheck %s
! RUN: %loopyc %s --set MAP='er = n - e' --check --target=opencl,c --param m=11 --param n=3 | FileCheck %s
! RUN: %unoptimised %loopyc %s --set MAP='er = e + m - 2*n' --check --target=opencl,c --param m=1 --param n=7 | FileCheck %s
! RUN: %loopyc %s --set MAP='er = 3*m - e' --check --target=opencl,c --param m=17 --param n=2 | FileCheck %s
! RUN: %unoptimised %loopyc %s --set MAP='er = m - 1 - e' --check --target=opencl,c --param m=0 --param n=0 | FileCheck %s
! CHECK: check: scaled: opencl: ok
! CHECK: check: scaled: c: ok
! RUN: %loopyc %s --set MAP='er = 7 - e' --target=cuda --emit=device -o - | FileCheck %s --check-prefix=GUARD
! GUARD: if (8 * gid(0) + lid(0) + (m - 1) % 8 >= 7) {
subroutine scaled(n, m, u, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: u(8, m)
  real(8), intent(inout) :: o(8, m)
  integer :: i, e
  do e = 1, m
    do i = 1, 8
      o(i, e) = 2d0*u(i, e) + n
    end do
  end do
end subroutine scaled
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.affine_map_inames(k, "e", "er", MAP)
! RESULT = lp.split_iname(k, "er", 8, outer_tag="g.0", inner_tag="l.0")
!$loopy end
