! stride:S counts elements, also of an array whose short vectors take the room
! of several.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --set TAGS=vec,stride:4,stride:4*ld --emit=device -o - | FileCheck %s
! CHECK: const float4 *restrict q
! CHECK: q[32 * gid(0) + gid(1) * ld + lid(0)]
! RUN: %loopyc %s --set TAGS=vec,stride:4,stride:4*ld --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --set TAGS=vec,stride:8,stride:8*ld+4 --check --target=opencl,c | FileCheck %s --check-prefix=OK
! RUN: not %loopyc %s --set TAGS=vec,stride:6,stride:6*ld -o %t 2>&1 | FileCheck %s --check-prefix=ODD
! RUN: not %loopyc %s --set TAGS=vec,stride:4,stride:ld -o %t 2>&1 | FileCheck %s --check-prefix=UNKNOWN
! OK: opencl: ok
! OK: c: ok
! ODD: the stride of axis 1 of array 'q' is 6 elements, but must be a multiple of 4, of which the short vectors of its vec axis take the room; write a stride such as stride:4*n
! UNKNOWN: the stride of axis 2 of array 'q' is ld elements, but must be a multiple of 4
subroutine twice(n, m, ld, q, r)
  implicit none
  integer, intent(in) :: n, m, ld
  real, intent(in) :: q(4, n, m)
  real, intent(out) :: r(4, n, m)
  integer :: i, j, f
  do j = 1, m
    do i = 1, n
      do f = 1, 4
        r(f, i, j) = 2*q(f, i, j)
      end do
    end do
  end do
  if (ld < 0) r(1, 1, 1) = 0
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.assume(knl, "ld >= n and n >= 1")
! knl = lp.tag_array_axes(knl, "q", TAGS)
! knl = lp.tag_array_axes(knl, "r", "vec,N0,N1")
! knl = lp.split_iname(knl, "i", 32, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.tag_inames(knl, "j:g.1, f:vec")
!$loopy end
