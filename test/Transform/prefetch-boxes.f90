! The neighbours of a tile are a larger tile without its corners. They are loaded,
! too, as two conditions are fewer than eight; not where the kernel overwrites
! the array, where few points of the box are read, or where the script wants
! none but those that are.
! RUN: %loopyc %s -Wno-all --set WANTED=cross --target=opencl,c -o %t
! RUN: FileCheck %s --input-file=%t.cl --check-prefix=BOX
! RUN: FileCheck %s --input-file=%t.c --check-prefix=ITEMS
! RUN: %loopyc %s -Wno-all --set WANTED=cross --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s -Wno-all --set WANTED=exact --emit=ir -o - | FileCheck %s --check-prefix=EXACT
! RUN: %loopyc %s -Wno-all --set WANTED=guarded --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: %loopyc %s -Wno-all --set WANTED=steep --emit=ir -o - | FileCheck %s --check-prefix=STEEP
subroutine cross(m, n, u, v)
  implicit none
  integer, intent(in) :: m, n
  real, intent(in) :: u(0:m+1, 0:n+1)
  real, intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - 4*u(i, j)
    end do
  end do
end subroutine

subroutine guarded(m, n, mask, u, v)
  implicit none
  integer, intent(in) :: m, n
  logical, intent(in) :: mask(m, n)
  real, intent(in) :: u(0:m+1, 0:n+1)
  real, intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      if (mask(i, j)) v(i, j) = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1)
    end do
  end do
end subroutine

subroutine steep(m, n, u, v)
  implicit none
  integer, intent(in) :: m, n
  real, intent(in) :: u(m + 8*n, n)
  real, intent(inout) :: v(m, n)
  integer :: i, j
  do j = 1, n
    do i = 1, m
      v(i, j) = u(i + 8*j, j)
    end do
  end do
end subroutine

! BOX: for (int u_dim_0_flat_outer = 0; u_dim_0_flat_outer < 2; ++u_dim_0_flat_outer)
! BOX-NOT: gid(0) + 144 * gid(1)
! BOX: barrier
! ITEMS: for (int lid_1 = 0; lid_1 < 8; ++lid_1)
! ITEMS-NEXT: for (int lid_0 = 0; lid_0 < 16; ++lid_0)
! IR: DOMAINS
! IR-DAG: [m, i_outer] -> { [u_dim_0] : 0 <= u_dim_0 <= 17 and u_dim_0 <= 1 + m - 16i_outer }
! IR-DAG: [n, j_outer] -> { [u_dim_1] : 0 <= u_dim_1 <= 9 and u_dim_1 <= 1 + n - 8j_outer }
! EXACT: { [u_dim_0, u_dim_1] : {{.*}}u_dim_1 > -u_dim_0
! STEEP: { [u_dim_0, u_dim_1] : {{.*}}8u_dim_1
!$loopy begin
! cross, guarded, steep = lp.parse_fortran(SOURCE, FILENAME)
! def tiled(knl, **how):
!     knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, "j", 8, outer_tag="g.1", inner_tag="l.1")
!     return lp.add_prefetch(knl, "u", ["i_inner", "j_inner"], **how)
! made = dict(cross=lambda: tiled(cross),
!             exact=lambda: tiled(cross, fetch_bounding_box=False),
!             guarded=lambda: tiled(guarded), steep=lambda: tiled(steep))
! RESULT = made[WANTED]()
!$loopy end
