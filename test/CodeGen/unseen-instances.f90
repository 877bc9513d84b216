! Sums in registers are computed without a guard where the tile sticks out, for
! nobody reads those of elements outside; what is stored is guarded. Not where the
! memory of others is read.
! RUN: %loopyc %s --target=opencl -o %t && FileCheck %s < %t.cl
! CHECK-LABEL: void own(
! CHECK: for (int k_outer = 0
! CHECK: barrier(
! CHECK: for (int k_inner = 0
! CHECK-NOT: if (
! CHECK: s[3] = s[3] +
! CHECK: barrier(
! CHECK: if ({{.*}} < n
! CHECK: y[{{.*}} = s[0]
! CHECK-LABEL: void loads(
! CHECK: for (int k
! CHECK: if ({{.*}} < n
! CHECK: s[{{.*}}]
subroutine own(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(m)
  real, intent(out) :: y(n)
  real :: s
  integer :: i, k
  do i = 1, n
    s = 0
    do k = 1, m
      s = s + a(k)*k
    end do
    y(i) = s
  end do
end subroutine

subroutine loads(n, m, a, y)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(n, m)
  real, intent(out) :: y(n)
  real :: s
  integer :: i, k
  do i = 1, n
    s = 0
    do k = 1, m
      s = s + a(i, k)
    end do
    y(i) = s
  end do
end subroutine
!$loopy begin
! own, loads = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl):
!     knl = lp.split_iname(knl, "i", 64, outer_tag="g.0")
!     return lp.split_iname(knl, "i_inner", 16, outer_tag="ilp", inner_tag="l.0")
! own = lp.split_iname(tiled(own), "k", 16, slabs=(0, 1))
! own = lp.add_prefetch(own, "a", ["k_inner"], default_tag="l.auto")
! RESULT = [own, tiled(loads)]
!$loopy end
