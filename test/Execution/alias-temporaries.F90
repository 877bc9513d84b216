! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 -DOTHER=8 --check --target=opencl,c --set SPACE=local --set HOW=alias --param n=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DOTHER=4 --check --target=opencl,c --set SPACE=local --set HOW=alias --param n=6 | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DOTHER=4 --check --target=opencl,c --set SPACE=private --set HOW=alias --param n=5 | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DOTHER=8 --check --target=opencl,c --set SPACE=private --set HOW=ilp --param n=5 | FileCheck %s
! RUN: %loopyc %s -DRK=4 -DOTHER=4 --check --target=opencl,c --set SPACE=local --set HOW=apart --param n=2 | FileCheck %s
! Storage for values of different types and lengths, one after the other: in
! local and in private memory, in interleaved iterations, and apart again.
! CHECK: check: stages: opencl: ok: max relative error
! CHECK: check: stages: c: ok: max relative error
subroutine stages(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: x(9, n)
  real(RK), intent(out) :: y(9, n)
  real(RK) :: t(9), few(4)
  real(OTHER) :: v(9)
  integer :: whole(9), i, j
  do j = 1, n
    do i = 1, 9
      t(i) = x(i, j)
    end do
    do i = 1, 9
      y(i, j) = t(10 - i)
    end do
    do i = 1, 9
      v(i) = x(i, j) + 1
    end do
    do i = 1, 9
      y(i, j) = y(i, j) - real(v(10 - i), RK)
    end do
    do i = 1, 4
      few(i) = x(i, j)*i
    end do
    do i = 1, 9
      y(i, j) = y(i, j) + few(mod(i, 4) + 1)
    end do
    do i = 1, 9
      whole(i) = int(10*x(i, j))
    end do
    do i = 1, 9
      y(i, j) = y(i, j)*(whole(10 - i) + 1)
    end do
  end do
end subroutine stages

!$loopy begin
! names = ["t", "v", "few", "whole"]
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! if HOW == "ilp":
!     knl = lp.split_iname(knl, "j", 2, outer_tag="g.0", inner_tag="ilp")
! else:
!     knl = lp.tag_inames(knl, "j:g.0")
! if SPACE == "local":
!     knl = lp.tag_inames(knl, "i*:l.0")
! knl = lp.set_temporary_scope(knl, names, SPACE)
! knl = lp.alias_temporaries(knl, names)
! if HOW == "apart":
!     knl = lp.allocate_temporaries_for_base_storage(knl, aliased=False)
! RESULT = knl
!$loopy end
