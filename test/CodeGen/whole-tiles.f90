! Groups whose tiles are whole have code of their own, without a guard in a
! loop, behind one condition that all work-items of a group agree on.
! RUN: %loopyc %s --target=opencl,cuda,c -o %t
! RUN: FileCheck %s < %t.cu
! RUN: FileCheck %s --check-prefix=OPENCL < %t.cl
! RUN: FileCheck %s --check-prefix=C < %t.c
! RUN: %loopyc %s --target=opencl --set SLABS=1 -o %t.slabs
! RUN: FileCheck %s --check-prefix=SLABS < %t.slabs.cl
! RUN: %loopyc %s --target=cuda --print-after=build-tree -o %t 2>&1 | FileCheck %s --check-prefix=DUMP

! RUN: %loopyc %s --target=opencl,cuda --set WHOLE=0 -o %t.one
! RUN: FileCheck %s --check-prefix=ONE < %t.one.cu
! RUN: %loopyc %s --target=opencl,cuda --set WHOLE=1 -o %t.two
! RUN: FileCheck %s --check-prefix=TWO < %t.two.cu
! RUN: not %loopyc %s --set WHOLE=2 -o %t.none 2>&1 | FileCheck %s --check-prefix=NONE

! Or as the script says.
! ONE-LABEL: product(
! ONE-NOT: } else {
! ONE: triangle(
! TWO-LABEL: columns(
! TWO: } else {
! NONE: error: set_options: {{.*}}whole_tiles must be True or False, but it is '2'

! CHECK-LABEL: product(
! CHECK: if ({{.*}}8 * gid(1) + 7 < n{{.*}}) {
! CHECK-NOT: if (
! CHECK: for (int k_outer = 0; 4 * k_outer + 4 < l; ++k_outer)
! CHECK-NOT: if (
! CHECK: for (int k_inner = 0; k_inner < 4; ++k_inner)
! CHECK-NOT: if ({{.*}}gid
! CHECK: } else {
! CHECK: for (int k_outer = 0; 4 * k_outer + 4 < l; ++k_outer)
! CHECK: if ({{.*}} < n
! How far a loop goes is no guard of a tile.
! CHECK-LABEL: triangle(
! CHECK-NOT: } else {
! A condition in front of all loops is asked once as it is.
! CHECK-LABEL: columns(
! CHECK-NOT: } else {
! CHECK: for (int k
! CHECK-NOT: } else {
! CHECK: {{^}$}}

! PoCL runs barriers in branches wrongly.
! OPENCL-LABEL: product(
! OPENCL-NOT: } else {
! OPENCL: triangle(

! One thread runs all work-items: not unless it is asked for.
! C: #include
! C-NOT: } else {

! Slabs of groups ask for it, wherever guards are.
! SLABS-LABEL: columns(
! SLABS: if (16 * gid(0) + 15 < n) {
! SLABS-NEXT: for (int k
! SLABS-NOT: if
! SLABS: } else {

! DUMP: whole tiles: {{.*}}8*gid(1) + 7 < n
! DUMP: others:
subroutine product(m, n, l, a, b, c)
  implicit none
  integer, intent(in) :: m, n, l
  real, intent(in) :: a(m, l), b(l, n)
  real, intent(inout) :: c(m, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, m
      do k = 1, l
        c(i, j) = c(i, j) + b(k, j)*a(i, k)
      end do
    end do
  end do
end subroutine

subroutine triangle(n, a)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n, n)
  integer :: i, k
  do i = 1, n
    do k = 1, i
      a(i, k) = 2*a(i, k)
    end do
  end do
end subroutine

subroutine columns(n, l, a)
  implicit none
  integer, intent(in) :: n, l
  real, intent(inout) :: a(n, l)
  integer :: i, k
  do i = 1, n
    do k = 2, l
      a(i, k) = a(i, k) + a(i, k-1)
    end do
  end do
end subroutine

!$loopy begin
! product, triangle, columns = lp.parse_fortran(SOURCE, FILENAME)
! product = lp.split_iname(product, "i", 16, outer_tag="g.0")
! product = lp.split_iname(product, "i_inner", 4, outer_tag="ilp", inner_tag="l.0")
! product = lp.split_iname(product, "j", 8, outer_tag="g.1")
! product = lp.split_iname(product, "j_inner", 4, outer_tag="ilp", inner_tag="l.1")
! product = lp.split_iname(product, "k", 4, slabs=(0, 1))
! product = lp.add_prefetch(product, "a", ["i_inner_outer", "i_inner_inner", "k_inner"], default_tag="l.auto")
! product = lp.add_prefetch(product, "b", ["j_inner_outer", "j_inner_inner", "k_inner"], default_tag="l.auto")
! triangle = lp.split_iname(triangle, "i", 16, outer_tag="g.0", inner_tag="l.0")
! columns = lp.split_iname(columns, "i", 16, outer_tag="g.0", inner_tag="l.0", slabs=(0, int(globals().get("SLABS", 0))))
! RESULT = [product, triangle, columns]
! if "WHOLE" in globals():
!     RESULT = [lp.set_options(knl, whole_tiles={0: False, 1: True}.get(WHOLE, WHOLE)) for knl in RESULT]
!$loopy end
