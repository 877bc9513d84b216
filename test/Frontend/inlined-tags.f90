! RUN: %loopyc --no-map-parallel --emit=ir -o - %s 2>&1 | FileCheck %s
! Inlined statements have the tags of the region around their call, and those of
! regions in the callee.
! CHECK: KERNEL: outer
! CHECK: x = 2.0*x {{.*}}tags=called:callee}
! CHECK: x = x + 1.0 {{.*}}tags=called}
! CHECK-NOT: tags
! CHECK: x = x - 3.0
subroutine outer(x)
  real, intent(inout) :: x
  !$loopy begin tagged: called
  call inner(x)
  !$loopy end tagged: called
  x = x - 3
contains
  subroutine inner(y)
    real, intent(inout) :: y
    !$loopy begin tagged: callee
    y = 2*y
    !$loopy end tagged: callee
    y = y + 1
  end subroutine
end subroutine
