! Rows copied for tiles that begin where rows are aligned: the first tile of a row
! has less in front of it than others, and what it lacks is no whole piece of 16
! bytes, or one.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%unoptimised %loopyc %s -Wno-serial --check --target=opencl %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param m=37 --param n=9
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=41 --param n=6
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=16 --param n=4
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=9 --param n=1
! RUN: %{check} | FileCheck %s
! CHECK-DAG: check: one: opencl: ok
! CHECK-DAG: check: three: opencl: ok
! CHECK-DAG: check: four: opencl: ok
subroutine one(m, n, a, b, c)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: a(m, n), b(m, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j
  do j = 1, n
    do i = 2, m - 1
      c(i, j) = c(i, j) + a(i - 1, j) - a(i + 1, j)/2 + b(i - 1, j)*b(i + 1, j)
    end do
  end do
end subroutine

subroutine three(m, n, a, b, c)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: a(m, n), b(m, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j
  do j = 1, n
    do i = 4, m - 3
      c(i, j) = c(i, j) + a(i - 3, j) - a(i + 3, j)/2 + b(i - 3, j)*b(i + 2, j)
    end do
  end do
end subroutine

subroutine four(m, n, a, b, c)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: a(m, n), b(m, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j
  do j = 1, n
    do i = 5, m - 4
      c(i, j) = c(i, j) + a(i - 4, j) - a(i + 4, j)/2 + b(i - 4, j)*b(i + 4, j)
    end do
  end do
end subroutine

!$loopy begin
! def tiled(knl):
!     knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0", align=True)
!     knl = lp.split_iname(knl, "j", 2, outer_tag="g.1", inner_tag="l.1")
!     for array in "ab":
!         knl = lp.add_prefetch(knl, array, ["i_inner", "j_inner"], fetch_bounding_box=True)
!         knl = lp.copy_rows(knl, array + "_fetch")
!     return knl
! RESULT = [tiled(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
