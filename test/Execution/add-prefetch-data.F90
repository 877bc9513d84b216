! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --init 'idx=1 + i0*3%m' --init 'ptr=1 + (i0*nnz)//n' --init 'col=1 + i0*7%n' | FileCheck %s
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --init 'idx=1 + i0*3%m' --init 'ptr=1 + (i0*nnz)//n' --init 'col=1 + i0*7%n' --param n=37 --param m=5 --param nnz=101 | FileCheck %s
! Fetched ahead: a window that slides, what is indexed by data and the indices
! themselves, the rows of a sparse matrix.
! CHECK: check: window: opencl: ok: max relative error
! CHECK: check: window: c: ok: max relative error
! CHECK: check: gathered: opencl: ok: max relative error
! CHECK: check: gathered: c: ok: max relative error
! CHECK: check: sparse: opencl: ok: max relative error
! CHECK: check: sparse: c: ok: max relative error
subroutine window(n, m, a, x, y)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m), x(m)
  real(RK), intent(inout) :: y(n)
  integer :: i, j
  do i = 1, n
    do j = max(1, i - 2), min(m, i + 2)
      y(i) = y(i) + a(i, j)*x(j)
    end do
  end do
end subroutine window

subroutine gathered(n, m, idx, x, y)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(in) :: idx(n)
  real(RK), intent(in) :: x(m)
  real(RK), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = x(idx(i))*idx(i)
  end do
end subroutine gathered

subroutine sparse(n, nnz, ptr, col, val, x, y)
  implicit none
  integer, intent(in) :: n, nnz
  integer, intent(in) :: ptr(n + 1), col(nnz)
  real(RK), intent(in) :: val(nnz), x(n)
  real(RK), intent(inout) :: y(n)
  integer :: i, k
  do i = 1, n
    do k = ptr(i), ptr(i + 1) - 1
      y(i) = y(i) + val(k)*x(col(k))
    end do
  end do
end subroutine sparse

!$loopy begin
! window, gathered, sparse = [
!     lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
!     for knl in lp.parse_fortran(SOURCE, FILENAME)]
! window = lp.add_prefetch(window, "x", "i_inner, j")
! window = lp.add_prefetch(window, "a", "j", default_tag=None)
! window = lp.buffer_array(window, "y", "j", init_expression="0",
!                          store_expression="base + buffer")
! gathered = lp.add_prefetch(gathered, "idx", "i_inner",
!                            temporary_address_space="local")
! gathered = lp.add_prefetch(gathered, "x[:]")
! sparse = lp.add_prefetch(sparse, "val", "k", default_tag=None,
!                          fetch_outer_inames="i_outer, i_inner")
! sparse = lp.buffer_array(sparse, "y", "k")
! RESULT = [window, gathered, sparse]
!$loopy end
