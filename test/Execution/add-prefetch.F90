! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=stencil --param n=3 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=stencil --param n=37 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=stencil --param n=34 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=cross --param n=37 --param m=11 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=cross --set BOX=True --param n=18 --param m=7 | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --set WANTED=dgemm --param m=37 --param n=9 --param l=23 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=dgemm --param m=1 --param n=17 --param l=16 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=triangle --param n=37 | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --set WANTED=triangle --set BOX=True --param n=41 | FileCheck %s
! Tiles with their neighbours, two tiles at once, tiles of a triangle: in local
! memory, with sizes that do not divide.
! CHECK: check: [[NAME:.*]]: opencl: ok
! CHECK: check: [[NAME]]: c: ok
subroutine stencil(n, u, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: u(n)
  real(RK), intent(out) :: v(n)
  integer :: i
  do i = 2, n - 1
    v(i) = u(i - 1) - 2*u(i) + u(i + 1)
  end do
end subroutine stencil

subroutine cross(n, m, u, v)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: u(n, m)
  real(RK), intent(out) :: v(n, m)
  integer :: i, j
  do j = 2, m - 1
    do i = 2, n - 1
      v(i, j) = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) &
              - 4*u(i, j)
    end do
  end do
end subroutine cross

subroutine dgemm(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, l
      do i = 1, m
        c(i, j) = c(i, j) + b(k, j)*a(i, k)
      end do
    end do
  end do
end subroutine dgemm

subroutine triangle(n, a, x, y)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n, n), x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = 1, i
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine triangle

!$loopy begin
! BOX = globals().get("BOX", False)
! knl = lp.parse_fortran(SOURCE, FILENAME)[WANTED]
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! if WANTED == "stencil":
!     knl = lp.add_prefetch(knl, "u", ["i_inner"],
!                           temporary_address_space="local")
! if WANTED == "cross":
!     knl = lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
!     knl = lp.add_prefetch(knl, "u", "i_inner, j_inner",
!                           fetch_bounding_box=BOX)
! if WANTED == "dgemm":
!     knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
!     knl = lp.split_iname(knl, "k", 16)
!     knl = lp.add_prefetch(knl, "a", ["i_inner", "k_inner"])
!     knl = lp.add_prefetch(knl, "b", ["k_inner", "j_inner"])
! if WANTED == "triangle":
!     knl = lp.split_iname(knl, "j", 8)
!     knl = lp.add_prefetch(knl, "a", ["i_inner", "j_inner"],
!                           fetch_bounding_box=BOX)
!     knl = lp.add_prefetch(knl, "x", ["j_inner", "i_inner"],
!                           fetch_outer_inames=["i_outer", "j_outer"])
! RESULT = knl
!$loopy end
