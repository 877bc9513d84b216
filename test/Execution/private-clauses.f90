! Of `z`, an iteration reads what it has set itself, for what exceeds 0.5 exceeds
! 0. Dependences do not show that; the directive says so, and is believed, which
! the generated code tells. Without it, work-groups may not share the loop.
!
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --target=c,opencl -o %t
! RUN: FileCheck %s --input-file=%t.cl
! CHECK: assumed that each iteration of '!$omp parallel do' reads of 'z' what it has assigned itself
! CHECK: void blocks(
!
! RUN: %loopyc %s --check --verify --param m=7 --param nb=5
! RUN: %loopyc %s --check --target=c --param m=0
! RUN: %loopyc %s --check --target=c --param nb=1
!
! RUN: sed 's/^ *!.omp.*//' %s > %t.plain.f90
! RUN: not %loopyc %t.plain.f90 --target=c -o %t.plain 2>&1 | FileCheck %s --check-prefix=PLAIN
! PLAIN: error: kernel 'blocks': write race between work-groups {{.*}} 'z'
!
! What certainly contradicts is not believed:
! RUN: sed 's/if (w(j, jb) > 0)/if (j == jb)/; s/if (w(m + 1 - j, jb) > 0.5d0)//' %s > %t.wrong.f90
! RUN: not %loopyc %t.wrong.f90 --target=c -o %t.wrong 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG: warning: 'z' is said to be private, but has in one iteration the value of another
! WRONG: error: kernel 'blocks': {{.*}} 'z'
subroutine blocks(m, nb, w, x, y)
  implicit none
  integer, intent(in) :: m, nb
  real(8), intent(in) :: w(m, nb), x(m, nb)
  real(8), intent(inout) :: y(m, nb)
  real(8) :: z(m)
  integer :: j, jb
  !$omp parallel do private(j, z)
  do jb = 1, nb
    do j = 1, m
      if (w(j, jb) > 0) z(j) = 2*x(j, jb)
    end do
    do j = 1, m
      if (w(m + 1 - j, jb) > 0.5d0) y(j, jb) = y(j, jb) + z(m + 1 - j)
    end do
  end do
end subroutine
!$loopy begin
! knl = lp.tag_inames(lp.parse_fortran(SOURCE, FILENAME)["blocks"], "jb:g.0")
! RESULT = [lp.map_parallel(knl)]
!$loopy end
