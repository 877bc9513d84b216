! A loop that stays one, of which the compiler is asked to make copies: the rest
! of a tile is the same short text, without a condition for each copy.
! RUN: %loopyc %s --target=opencl,cuda,c -o %t
! RUN: FileCheck %s --check-prefixes=CHECK,DEVICE < %t.cl
! RUN: FileCheck %s --check-prefixes=CHECK,DEVICE < %t.cu
! RUN: FileCheck %s --check-prefixes=CHECK,C < %t.c
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! RUN: not %loopyc %s --set TAG=unr_hint.0 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=NONE
! RUN: not %loopyc %s --set TAG=unr_hint.4000000000 -fsyntax-only 2>&1 | FileCheck %s --check-prefix=MANY
! RUN: not %loopyc %s --set TAG=unr_hint.half -fsyntax-only 2>&1 | FileCheck %s --check-prefix=WORD
! RUN: %loopyc %s --set TAG=unr_hint --target=opencl -o %t.all
! RUN: FileCheck %s --check-prefix=ALL < %t.all.cl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s --check-prefix=RUNS

! IR: j_inner: unr_hint.8
! DEVICE: #pragma unroll 8{{$}}
! C: #pragma GCC unroll 8{{$}}
! CHECK-NEXT: for (int j_inner = 0; j_inner < {{.*}}min
! CHECK-NOT: if (
! CHECK: s = {{.*}}x[
! ALL: #pragma unroll{{$}}
! RUNS: check: sums: opencl: ok
! RUNS: check: sums: c: ok
! NONE: error: {{.*}}iname tag 'unr_hint.0' must say how many copies, from 1 to 1024, as unr_hint.8 does
! MANY: error: {{.*}}iname tag 'unr_hint.4000000000' must say how many copies, from 1 to 1024, as unr_hint.8 does
! WORD: error: {{.*}}iname tag 'unr_hint.half' must say how many copies, from 1 to 1024, as unr_hint.8 does
subroutine sums(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n, n)
  real, intent(out) :: y(n)
  integer :: i, j
  real :: s
  do i = 1, n
    s = 0
    do j = 1, n
      s = s + x(i, j)
    end do
    y(i) = s
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.split_iname(knl, "j", 32, inner_tag=globals().get("TAG", "unr_hint.8"))
!$loopy end
