! Where a condition leaves out single points, j /= i, what it guards is computed
! there, too, if it cannot trap and goes to registers, and is not taken; in loops
! that meet no such point, nothing is asked. Conditions of other kinds, and what
! writes memory that others see, stay as they are; so do all of the C target,
! where a division by zero may trap.
! RUN: %loopyc %s --emit=device --target=opencl -o - | FileCheck %s
! RUN: %loopyc %s --emit=device --target=c -o - | FileCheck %s --check-prefix=C
! RUN: %loopyc %s --emit=device --target=opencl --print-after=uniform-conditions -o %t 2>&1 | FileCheck %s --check-prefix=TREE

! CHECK-LABEL: void tiles(
! One branch in front of the loop: the tile has the group's own points, or not.
! CHECK: barrier(
! CHECK: if (2 * gid(0) + 1 < j_outer || 2 * gid(0) > j_outer) {
! CHECK-NEXT: for (int j_inner = 0; j_inner < 16; ++j_inner) {
! CHECK-NOT: if (
! CHECK-NOT: ?
! CHECK: s[0] = s[0] +
! CHECK-NEXT: s[1] = s[1] +
! CHECK: if (2 * gid(0) <= j_outer && 2 * gid(0) + 1 >= j_outer) {
! CHECK: const float value = s[0] +
! CHECK-NEXT: s[0] = 32 * gid(0) + lid(0) != j_inner + 16 * j_outer ? value : s[0];
! CHECK: const float value = s[1] +
! CHECK-NEXT: s[1] = 32 * gid(0) + lid(0) + 16 != j_inner + 16 * j_outer ? value : s[1];
! C: /* tiles: tiles
! C-NOT: const float value
! C: /* blocks: blocks
! TREE: after uniform-conditions: tiles
! TREE: taken if

! What a block computes for itself is computed everywhere.
! CHECK-LABEL: void blocks(
! CHECK: for (int j = 0
! CHECK-NOT: if (
! CHECK: float d = x[
! CHECK: value = s +
! CHECK: s = {{.*}} != j ? value : s;

! CHECK-LABEL: void others(
! CHECK: if ({{.*}}) {
! CHECK-NOT: value
! CHECK: } else {
! CHECK: for (int j
! CHECK-NEXT: if ({{.*}}) {
! CHECK-NEXT: /*
! CHECK-NEXT: s = s + x[
! CHECK: if ({{.*}}) {
! CHECK-NEXT: /*
! CHECK-NEXT: s = s + w[
! CHECK-NEXT: /*
! CHECK-NEXT: k = k + 1;
subroutine tiles(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: s
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      if (j /= i) s = s + 1/(x(j) - x(i))
    end do
    y(i) = s
  end do
end subroutine

subroutine blocks(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  real :: s, d
  integer :: i, j
  do i = 1, n
    s = 0
    do j = 1, n
      if (j /= i) then
        d = x(j) - x(i)
        s = s + 1/d
      end if
    end do
    y(i) = s
  end do
end subroutine

! Many points; what another work-item writes; integers.
subroutine others(n, x, w, y, l)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(inout) :: w(n)
  real, intent(out) :: y(n)
  integer, intent(out) :: l(n)
  real :: s
  integer :: i, j, k
  do i = 1, n
    s = 0
    k = 0
    do j = 1, 4
      if (j < i - 2 .or. j > i + 2) s = s + x(i)
      if (j /= i) s = s + w(i)*j
      if (j /= i) k = k + 1
    end do
    w(i) = s
    y(i) = s
    l(i) = k
  end do
end subroutine
!$loopy begin
! tiles, blocks, others = lp.parse_fortran(SOURCE, FILENAME)
! tiles = lp.split_iname(tiles, "i", 32, outer_tag="g.0")
! tiles = lp.split_iname(tiles, "i_inner", 16, outer_tag="ilp", inner_tag="l.0")
! tiles = lp.split_iname(tiles, "j", 16, slabs=(0, 1))
! tiles = lp.add_prefetch(tiles, "x[j]", ["j_inner"], default_tag="l.auto")
! tiles = lp.assume(tiles, "n mod 32 = 0 and n >= 32")
! blocks, others = (lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0") for knl in (blocks, others))
! RESULT = [tiles, blocks, others]
!$loopy end
