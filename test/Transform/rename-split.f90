! The loop over the outer part of a split goes into another one: how far the
! inner part reaches in it stays what it was.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --verify --target=c --param n=13 --param m=13 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=3 --param m=3 | FileCheck %s
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: not %loopyc %s --set PART=True -o - 2>&1 | FileCheck %s --check-prefix=PART
! CHECK: check: both: c: ok
! RUN: %loopyc %s --set BOTH=True --check --verify --target=c --param n=13 --param m=13 | FileCheck %s
! RUN: %loopyc %s --set BOTH=True --emit=ir -o - | FileCheck %s --check-prefix=BOTH
! BOTH: DOMAINS:
! BOTH-NEXT: [n] -> { [i_outer, i_inner] :
! BOTH-NEXT: ---
! IR: DOMAINS:
! IR-DAG: [n] -> { [i_outer, i_inner] :
! IR-DAG: [i_outer, n] -> { [i_1_inner] : {{.*}}4i_outer
! IR: INAME IMPLEMENTATION TAGS:
! IR-NOT: i_1_outer
! PART: rename-split.f90:[[#]]:{{.*}}: error: rename_iname: kernel 'both': the bounds of 'i_1_inner' depend on 'i_1_outer'; select all instructions within both
subroutine both(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: a(n), b(n)
  integer :: i
  do i = 1, n
    a(i) = 2*a(i)
  end do
  do i = 1, n
    b(i) = 3*b(i)
    a(i) = a(i) + 1
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "i", 4)
! k = lp.split_iname(k, "i_1", 4)
! PART = globals().get("PART", False)
! k = lp.rename_iname(k, "i_1_outer", "i_outer", existing_ok=True, within="id:b_0" if PART else None)
! if globals().get("BOTH", False):
!     k = lp.rename_iname(k, "i_1_inner", "i_inner", existing_ok=True)
! RESULT = k
!$loopy end
