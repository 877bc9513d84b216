! A kernel that writes a size: arrays must be used before it changes, and no
! assumption may be about it.
! RUN: not %loopyc %s --set 'CASE="before"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=BEFORE
! BEFORE: fuse-sizes.f90:[[#@LINE+24]]:7: error: {{.*}}fuse_kernels: array 'b' of kernel 'shrink_and_fill' should have one size, but it is declared with 'n', which 'n_0' changes before 'b_0' uses the array; keep the kernels apart
! BEFORE: fuse-sizes.f90:[[#@LINE+14]]:3: note: 'n' is changed here
! BEFORE: fuse-sizes.f90:[[#@LINE+18]]:29: note: the array is declared here
! A temporary, too:
! RUN: not %loopyc %s --set 'CASE="temporary"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=TEMPORARY
! TEMPORARY: error: {{.*}}array 't' of kernel 'shrink_and_stage' should have one size
! The address of an element is read with the size, which must not change in
! another work-group meanwhile.
! RUN: not %loopyc %s --set 'CASE="groups"' -o %t 2>&1 | FileCheck %s --check-prefix=GROUPS
! GROUPS: error: kernel 'fill_and_shrink': a dependence crosses work-groups (gid(0)){{.*}}: the anti dependence on 'n' from reading n ('b_0') to writing n ('n_0')
! RUN: %loopyc %s --set 'CASE="after"' --emit=deps -o - | FileCheck %s --check-prefix=AFTER
! AFTER: anti   b_0 -> n_0  n -> n
subroutine shrink(n)
  implicit none
  integer, intent(inout) :: n
  n = n - 2
end subroutine shrink
subroutine fill(n, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n, 4)
  integer :: i, j
  do j = 1, 4
    do i = 1, 4
      b(i, j) = 10*i + j
    end do
  end do
end subroutine fill
subroutine stage(n, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: c(4, 4)
  real(8) :: t(n, 4)
  integer :: i, j
  do j = 1, 4
    do i = 1, 4
      t(i, j) = c(i, j)
    end do
    do i = 1, 4
      c(i, j) = t(5 - i, j)
    end do
  end do
end subroutine stage
! RUN: not %loopyc %s --set 'CASE="assumed"' -fsyntax-only 2>&1 | FileCheck %s --check-prefix=ASSUMED
! ASSUMED: error: {{.*}}fuse_kernels: 'n' should have one value in kernel 'shrink_and_walk', of which {{.*}} is assumed, but the kernel assigns it, and no launcher can check the assumption; fuse without it, or keep the kernels apart
! ASSUMED: fuse-sizes.f90:[[#@LINE-30]]:3: note: it is assigned here
subroutine walk(n, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(64)
  integer :: i
  do i = 1, n
    b(i) = b(i) + i
  end do
end subroutine walk
! A bound that an earlier kernel writes is a loop's bound as any other.
! RUN: %loopyc %s --set 'CASE="bound"' --target=c --check --param n=12 | FileCheck %s --check-prefix=BOUND
! RUN: %loopyc %s --set 'CASE="bound"' --target=c --check --param n=1 | FileCheck %s --check-prefix=BOUND
! BOUND: check: shrink_and_walk: c: ok
!$loopy begin
! unit = lp.parse_fortran(SOURCE, FILENAME)
! shrink, fill, stage, walk = unit
! if CASE == "before":
!     RESULT = lp.fuse_kernels([shrink, fill])
! if CASE == "temporary":
!     RESULT = lp.fuse_kernels([shrink, stage])
! if CASE in ("after", "groups"):
!     RESULT = lp.fuse_kernels([fill, shrink])
! if CASE == "groups":
!     RESULT = lp.tag_inames(RESULT, "j:g.0,i:l.0")
! if CASE == "assumed":
!     RESULT = lp.fuse_kernels([shrink, lp.assume(walk, "n mod 4 = 0")])
! if CASE == "bound":
!     RESULT = lp.fuse_kernels([shrink, walk])
!$loopy end
