! l.auto: a footprint that would leave work-items idle on the axes of the group is
! numbered through, neighbours in memory first; one that fits stays on its axes,
! and so do values that a work-item keeps to itself.
! RUN: %loopyc %s --target=opencl --print-after=resolve-axes -o %t 2>&1 | FileCheck %s --check-prefix=INAMES
! RUN: FileCheck %s < %t.cl

! INAMES: KERNEL: halo
! INAMES: u_dim_0_flat_item_inner: l.0
! INAMES: u_dim_0_flat_item_outer: l.1
! INAMES-LABEL: KERNEL: plain
! INAMES-NOT: flat
! INAMES: v_dim_0: l.0
! INAMES-LABEL: KERNEL: own
! INAMES-NOT: flat
! INAMES: w_dim_0_inner: l.0

! 18 by 18 elements in 2 rounds, not 4.
! CHECK-LABEL: void halo(
! CHECK: __local float u_fetch[324];
! CHECK: #pragma unroll
! CHECK-NEXT: for (int u_dim_0_flat_outer = 0; u_dim_0_flat_outer < 2; ++u_dim_0_flat_outer)
! CHECK-NEXT: if (
! CHECK: u[{{.*}}(lid(0) + 16 * lid(1) + 256 * u_dim_0_flat_outer) % 18
! CHECK-LABEL: void plain(
! CHECK: v_fetch[lid(0) + 16 * lid(1)] =
! CHECK-LABEL: void own(
! CHECK: float w_fetch[64];
subroutine halo(n, u, v)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: u(0:n+1, 0:n+1)
  real, intent(inout) :: v(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      v(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1)
    end do
  end do
end subroutine

subroutine plain(n, v, w)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: v(n, n)
  real, intent(inout) :: w(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      w(i, j) = v(i, j)*2
    end do
  end do
end subroutine

subroutine own(n, v, w)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: w(n)
  real, intent(inout) :: v(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      v(i, j) = v(i, j)*w(i)
    end do
  end do
end subroutine
!$loopy begin
! def tiled(knl, length=16):
!     knl = lp.split_iname(knl, "i", length, outer_tag="g.0")
!     knl = lp.split_iname(knl, "i_inner", 16, outer_tag="ilp", inner_tag="l.0")
!     return lp.split_iname(knl, "j", 16, outer_tag="g.1", inner_tag="l.1")
! halo, plain, own = lp.parse_fortran(SOURCE, FILENAME)
! halo = lp.add_prefetch(tiled(halo), "u", ["i_inner_outer", "i_inner_inner", "j_inner"], fetch_bounding_box=True)
! plain = lp.add_prefetch(tiled(plain), "v", ["i_inner_outer", "i_inner_inner", "j_inner"], temporary_address_space="local")
! own = lp.add_prefetch(tiled(own, 64), "w", ["i_inner_outer", "i_inner_inner"])
! RESULT = [halo, plain, own]
!$loopy end
