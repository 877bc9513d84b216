! RUN: %loopyc --print-changed --stop-after=frontend %s 2>&1 | FileCheck %s
! Passes over the program, before kernels are made of it.

! CHECK: *** after program: {{.*}}program-passes.f90
! CHECK-NEXT: 0: subroutine late
! CHECK-NOT: i_1
! CHECK-NOT: locals: w
! CHECK: *** after lower-select: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after copy-locals: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after separate-loop-variables: {{.*}}program-passes.f90
! CHECK-NEXT: 0: subroutine late
! CHECK: i_1 = max(1, n + 1)
! CHECK-NEXT: do i = 1, n
! CHECK: a[0] = float32(i_1)
! CHECK: *** after jumps-to-exits: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after resolve-exits: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after check-threads: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after check-tags: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after check-variables: {{.*}}program-passes.f90
! CHECK-NEXT: 0: subroutine late
! CHECK: ! not supported: assignment to the dummy argument 'n' that is passed by value
! CHECK-NEXT: n = n + 1
! CHECK: *** after check-bounds: {{.*}}program-passes.f90 (unchanged)
! CHECK: *** after privatize-variables: {{.*}}program-passes.f90
! CHECK: region smooth(i, b), in 1
! CHECK-NEXT: locals: j, w
! CHECK: *** after frontend: smooth
! CHECK: warning: 'late' stays on the host: not supported: assignment to the dummy argument 'n' that is passed by value
subroutine late(n, a)
  integer, value :: n
  integer :: i
  real :: a(*)
  do i = 1, n
    a(i) = 0
  end do
  a(1) = i
  n = n + 1
end subroutine

subroutine around(b)
  real :: b(4, 10), w(4)
  integer :: i, j
  do i = 1, 10
    !$loopy begin kernel: smooth
    do j = 1, 4
      w(j) = 2*b(j, i)
    end do
    do j = 1, 4
      b(j, i) = w(5 - j)
    end do
    !$loopy end kernel: smooth
  end do
end subroutine
