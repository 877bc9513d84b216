! Footprints whose points are numbered through over all work-items of a group:
! halos, one row on a group of two axes, rows with a gap; sizes at the tiles'
! edges.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param m=33 --param n=17
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=16 --param n=24
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=7 --param n=41
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=1 --param n=1
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=3 --param n=0
! RUN: %{check} | FileCheck %s
! CHECK: check: stencil: opencl: ok
! CHECK: check: stencil: c: ok
! CHECK: check: row: opencl: ok
! CHECK: check: row: c: ok
! CHECK: check: gaps: opencl: ok
! CHECK: check: gaps: c: ok
subroutine stencil(m, n, u, v)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: u(-1:m+2, -1:n+2)
  real(RK), intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = u(i-2, j) + u(i+2, j) + 2*u(i, j-1) + 3*u(i, j+2) - 4*u(i, j) &
                + v(i, j)
    end do
  end do
end subroutine

subroutine row(m, n, w, v)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: w(m + 3)
  real(RK), intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = v(i, j)*w(i) + w(i + 3)
    end do
  end do
end subroutine

subroutine gaps(m, n, u, v)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: u(3*m, n)
  real(RK), intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = v(i, j) - u(3*i - 2, j) + u(3*i, j)
    end do
  end do
end subroutine

!$loopy begin
! stencil, row, gaps = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl):
!     knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
!     return lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
! stencil = lp.add_prefetch(tiled(stencil), "u", ["i_inner", "j_inner"], temporary_address_space="local", fetch_bounding_box=True)
! row = lp.add_prefetch(tiled(row), "w", ["i_inner"], temporary_address_space="local")
! gaps = lp.add_prefetch(tiled(gaps), "u", ["i_inner", "j_inner"], temporary_address_space="local")
! RESULT = [stencil, row, gaps]
!$loopy end
