! REQUIRES: gfortran, opencl
! RUN: env POCL_WORK_GROUP_METHOD=repl %loopyc %s -DRK=8 --set INNER=16 --check --verify --target=opencl,c -Wno-serial --param n=67 -o %t | FileCheck %s
! RUN: env POCL_WORK_GROUP_METHOD=repl %loopyc %s -DRK=4 --set INNER=3 --check --target=opencl,c -Wno-serial --param n=130 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 --set INNER=3 --set BESIDE=5 --check --target=c -Wno-serial --param n=47 -o %t | FileCheck %s --check-prefix=C
! C: check: complexes: c: ok
! Complex recurrences. (PoCL's default way to make loops over work-items gets
! complex values behind barriers wrong; see docs/gpu.md.)
! CHECK-DAG: check: complexes: opencl: ok
! CHECK-DAG: check: complexes: c: ok
subroutine complexes(n, a, c, s)
  implicit none
  integer, intent(in) :: n
  complex(RK), intent(in) :: a(n)
  complex(RK), intent(inout) :: c(n), s
  integer :: i
  do i = 1, n
    s = a(i)*s/2 + a(i)
    c(i) = conjg(s)
  end do
end subroutine complexes

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if globals().get("BESIDE"):
!     knl = lp.split_iname(knl, "i", INNER*BESIDE, outer_tag="g.0")
!     RESULT = lp.split_iname(knl, "i_inner", INNER, outer_tag="ilp", inner_tag="l.0")
! else:
!     RESULT = lp.split_iname(knl, "i", INNER, inner_tag="l.0", outer_tag="g.0")
!$loopy end
