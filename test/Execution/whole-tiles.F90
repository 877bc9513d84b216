! Tiles that are whole, and those at the edges: sizes that are a multiple of all
! tiles, of none, of some, less than a tile, and nothing.
! REQUIRES: gfortran, opencl
! DEFINE: %{sizes}=
! DEFINE: %{check}=%loopyc %s -Wno-serial --check --target=opencl,c %{sizes}
! REDEFINE: %{sizes}=-DRK=4 --param m=64 --param n=24 --param l=12
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=53 --param n=37 --param l=19
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=48 --param n=41 --param l=3
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=8 --param m=15 --param n=16 --param l=4
! RUN: %{check} | FileCheck %s
! REDEFINE: %{sizes}=-DRK=4 --param m=1 --param n=0 --param l=1
! RUN: %{check} | FileCheck %s
! CHECK: check: product: opencl: ok
! CHECK: check: product: c: ok
! CHECK: check: registers: opencl: ok
! CHECK: check: registers: c: ok
! CHECK: check: stencil: opencl: ok
! CHECK: check: stencil: c: ok
! CHECK: check: slabs: opencl: ok
! CHECK: check: slabs: c: ok
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + b(k, j)*a(i, k)
      end do
      c(i, j) = c(i, j) + s
    end do
  end do
end subroutine

! The same without local memory.
subroutine registers(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real(RK), intent(in) :: a(m, l), b(l, n)
  real(RK), intent(inout) :: c(m, n)
  integer :: i, j, k
  real(RK) :: s
  do j = 1, n
    do i = 1, m
      s = 1
      do k = 1, l
        s = s*2 - b(k, j)*a(i, k)
      end do
      c(i, j) = c(i, j) + s
    end do
  end do
end subroutine

! The first tile along each axis has halo points outside of what is computed.
subroutine stencil(m, n, u, v)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(in) :: u(0:m+1, 0:n+1)
  real(RK), intent(inout) :: v(0:m+1, 0:n+1)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - 4*u(i, j)
    end do
  end do
end subroutine

! A private array across loops, for each work-item; groups' slabs are asked for.
subroutine slabs(m, n, a)
  implicit none
  integer, intent(in) :: m, n
  real(RK), intent(inout) :: a(m, n)
  real(RK) :: w(3)
  integer :: i, j
  do i = 1, m
    w = 0
    do j = 1, n
      w(1 + mod(j, 3)) = w(1 + mod(j, 3)) + a(i, j)
    end do
    do j = 1, n
      a(i, j) = w(1 + mod(j, 3))
    end do
  end do
end subroutine

!$loopy begin
! product, registers, stencil, slabs = lp.parse_fortran(SOURCE, FILENAME)
! product = lp.split_iname(product, "i", 16, outer_tag="g.0")
! product = lp.split_iname(product, "i_inner", 4, outer_tag="ilp", inner_tag="l.0")
! product = lp.split_iname(product, "j", 8, outer_tag="g.1", slabs=(0, 1))
! product = lp.split_iname(product, "j_inner", 4, outer_tag="ilp", inner_tag="l.1")
! product = lp.split_iname(product, "k", 4, slabs=(0, 1))
! product = lp.add_prefetch(product, "a", ["i_inner_outer", "i_inner_inner", "k_inner"], default_tag="l.auto")
! product = lp.add_prefetch(product, "b", ["j_inner_outer", "j_inner_inner", "k_inner"], default_tag="l.auto")
! registers = lp.split_iname(registers, "i", 16, outer_tag="g.0")
! registers = lp.split_iname(registers, "i_inner", 4, outer_tag="ilp", inner_tag="l.0")
! registers = lp.split_iname(registers, "j", 8, outer_tag="g.1", inner_tag="unr")
! stencil = lp.split_iname(stencil, "i", 16, outer_tag="g.0", inner_tag="l.0")
! stencil = lp.split_iname(stencil, "j", 8, outer_tag="g.1", inner_tag="l.1")
! stencil = lp.add_prefetch(stencil, "u", ["i_inner", "j_inner"], default_tag="l.auto")
! slabs = lp.split_iname(slabs, "i", 16, outer_tag="g.0", inner_tag="l.0", slabs=(1, 1))
! RESULT = [product, registers, stencil, slabs]
!$loopy end
