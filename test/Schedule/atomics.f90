! What races with an atomic update is refused, and named: reads, writes, updates
! that are not atomic, or by another operation; what a barrier keeps apart is
! not. The error for a plain update names what helps.
! RUN: not %loopyc %s --set KERNEL=plain -o %t 2>&1 | FileCheck %s --check-prefix=PLAIN
! PLAIN: atomics.f90:[[#]]:5: error: kernel 'plain': write race between work-items (lid(0)): the update dependence on 'h'
! PLAIN-SAME: make the updates atomic, make_atomic(knl, "h"), or do not tag the iname
! RUN: not %loopyc %s --set KERNEL=plain --set OUTER=g.0 -o %t 2>&1 | FileCheck %s --check-prefix=GROUPS
! GROUPS: make the updates atomic, make_atomic(knl, "h"), or keep the loop that carries it inside one work-group
! RUN: not %loopyc %s --set KERNEL=logicals -o %t 2>&1 | FileCheck %s --check-prefix=LOGICALS
! LOGICALS: write race between work-items
! LOGICALS-NOT: make_atomic
! RUN: not %loopyc %s --set KERNEL=reads --set ATOMIC=h --set OUTER=g.0 -o %t 2>&1 | FileCheck %s --check-prefix=READS
! READS: error: kernel 'reads': a dependence crosses work-groups {{.*}}'h_0' is atomic, but 'y_0' is no atomic update by the same operation: let insert_global_barriers(knl) cut the kernel into launches, or keep the loop
! RUN: not %loopyc %s --set KERNEL=first --set ATOMIC=h --set OUTER=g.0 -o %t 2>&1 | FileCheck %s --check-prefix=FIRST
! FIRST: error: kernel 'first': {{.*}}the anti dependence on 'h' from reading h[0] ('y_0') to writing h[0] ('h_0')
! RUN: not %loopyc %s --set KERNEL=writes --set ATOMIC=h --set OUTER=g.0 -o %t 2>&1 | FileCheck %s --check-prefix=WRITES
! WRITES: error: kernel 'writes': {{.*}}'h_0' is atomic, but 'h_1' is no atomic update by the same operation
! RUN: not %loopyc %s --set KERNEL=mixed --set ATOMIC=h --set OUTER=g.0 -o %t 2>&1 | FileCheck %s --check-prefix=MIXED
! MIXED: error: kernel 'mixed': {{.*}}is atomic, but '{{.*}}' is no atomic update by the same operation
! RUN: not %loopyc %s --set KERNEL=plain --set ATOMIC=h --set INNER=vec -o %t 2>&1 | FileCheck %s --check-prefix=VEC
! VEC: the vec iname 'i_inner' runs against a dependence
! RUN: %loopyc %s --set KERNEL=plain --set ATOMIC=h --set INNER=ilp --set OUTER=g.0 --target=opencl --emit=device -o - | FileCheck %s --check-prefix=ILP
! ILP-COUNT-4: atomic_add(&h[
! RUN: %loopyc %s --set KERNEL=sequence --set ATOMIC=h --target=opencl --emit=device -o - | FileCheck %s --check-prefix=SEQUENCE
! SEQUENCE: h[{{.*}}] = 0
! SEQUENCE: barrier(CLK_GLOBAL_MEM_FENCE);
! SEQUENCE-NOT: barrier
! SEQUENCE: atomic_add(&h[
! SEQUENCE-NOT: barrier
! SEQUENCE: atomic_add(&h[
! SEQUENCE: barrier(CLK_GLOBAL_MEM_FENCE);
! SEQUENCE: = h[
! The read before all updates waits for a barrier, in one group.
! RUN: %loopyc %s --set KERNEL=first --set ATOMIC=h --target=opencl --emit=device -o - | FileCheck %s --check-prefix=WAIT
! WAIT: = h[0];
! WAIT: barrier(CLK_GLOBAL_MEM_FENCE);
! WAIT: atomic_add(&h[0],
subroutine plain(n, ix, h)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n)
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
  end do
end subroutine

subroutine logicals(n, ix, h)
  integer, intent(in) :: n, ix(n)
  logical, intent(inout) :: h(n)
  do i = 1, n
    h(ix(i)) = h(ix(i)) .or. ix(i) > 3
  end do
end subroutine

subroutine reads(n, ix, h, y)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n), y(n)
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
    y(i) = h(i)
  end do
end subroutine

! The only read comes before all updates in the program, not on the device.
subroutine first(n, ix, h, y)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n), y(n)
  do i = 1, n
    if (i == 1) y(i) = h(1)
    h(1) = h(1) + ix(i)
  end do
end subroutine

subroutine writes(n, ix, h)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n)
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
    if (ix(i) > 3) h(i) = 5
  end do
end subroutine

subroutine mixed(n, ix, h)
  integer, intent(in) :: n, ix(n)
  integer, intent(inout) :: h(n)
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
    h(i) = max(h(i), 3)
  end do
end subroutine

subroutine sequence(n, ix, h, y)
  integer, intent(in) :: n, ix(16)
  integer, intent(inout) :: h(16), y(16)
  do i = 1, 16
    h(i) = 0
  end do
  do i = 1, 16
    h(ix(i)) = h(ix(i)) + 1
    h(17 - i) = h(17 - i) + 1
  end do
  do i = 1, 16
    y(i) = h(17 - i)
  end do
end subroutine
!$loopy begin
! knl = lp.parse_fortran(SOURCE, FILENAME)[KERNEL]
! for name in globals().get("ATOMIC", ""):
!     knl = lp.make_atomic(knl, name)
! inner = globals().get("INNER", "l.0")
! outer = globals().get("OUTER")
! for iname in sorted(knl.all_inames()):
!     knl = lp.split_iname(knl, iname, 4 if inner in ("vec", "ilp") else 16,
!                          outer_tag=outer, inner_tag=inner)
! RESULT = knl
!$loopy end
