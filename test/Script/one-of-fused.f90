! What fuse_kernels gives is one kernel, and unpacks as a unit of one does.
! RUN: %loopyc -fsyntax-only %s | FileCheck %s
! RUN: not %loopyc -fsyntax-only %s --set MANY=1 2>&1 | FileCheck %s --check-prefix=MANY
! CHECK: LoopKernel a_and_b True
! CHECK-NEXT: ['a_and_b'] a_and_b
! MANY: one-of-fused.f90:[[#@LINE+20]]:5: error: script: ValueError: too many values to unpack (expected 1); the translation unit has 2 kernels (a, b): take one by its name, t["a"]
subroutine a(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine a
subroutine b(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine b
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! if "MANY" in globals():
!   k, = t
! fused = lp.fuse_kernels([t["a"], t["b"]])
! k, = fused
! print(type(k).__name__, k.name, "i" in k.inames)
! print([each.name for each in fused], fused[0].name)
! RESULT = k
!$loopy end
