! Subscripts that a condition on them guards have values that fail it, too;
! what is made a valid subscript may be none before; elements are compared with
! sizes as they are. Where the original looks although the condition fails, such
! values are left out.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=FAILED
! CHECK: check: faces: 2 of 2 branches taken
! CHECK: check: lookup: 4 of 4 branches taken
! CHECK: check: edges: 4 of 4 branches taken
! CHECK: check: looks: c: ok
subroutine faces(nf, nc, left, right, q, flux)
  implicit none
  integer, intent(in) :: nf, nc, left(nf), right(nf)
  real(8), intent(in) :: q(nc)
  real(8), intent(out) :: flux(nf)
  integer :: f
  do f = 1, nf
    if (right(f) > 0) then
      flux(f) = q(left(f)) + q(right(f))
    else
      flux(f) = 2*q(left(f))
    end if
  end do
end subroutine
subroutine lookup(n, nt, tab, t, tau)
  implicit none
  integer, intent(in) :: n, nt
  real, intent(in) :: tab(0:nt), t(n)
  real, intent(inout) :: tau(n)
  integer :: i, k
  do i = 1, n
    k = int(t(i)*nt)
    if (k < 0) k = 0
    if (k >= nt) k = nt - 1
    tau(i) = tab(k) + tab(k+1)
  end do
end subroutine
subroutine edges(lo, hi, ng, dlo, dhi, a)
  implicit none
  integer, intent(in) :: lo(2), hi(2), ng, dlo(2), dhi(2)
  real(8), intent(inout) :: a(lo(1)-ng:hi(1)+ng, lo(2)-ng:hi(2)+ng)
  integer :: i, j
  do j = lo(2)-ng, hi(2)+ng
    if (lo(1) == dlo(1)) then
      do i = 1, ng
        a(lo(1)-i, j) = a(lo(1)+i-1, j)
      end do
    end if
    if (hi(1) == dhi(1)) then
      do i = 1, ng
        a(hi(1)+i, j) = a(hi(1)-i+1, j)
      end do
    end if
  end do
end subroutine
subroutine looks(nf, nc, right, q, flux)
  implicit none
  integer, intent(in) :: nf, nc, right(nf)
  real(8), intent(in) :: q(nc)
  real(8), intent(out) :: flux(nf)
  integer :: f
  do f = 1, nf
    flux(f) = merge(q(right(f)), 0d0, right(f) > 0)
  end do
end subroutine
