! Mistakes in match queries point at the place.
! RUN: not %loopyc -fsyntax-only --set 'query=tag:a and' %s 2>&1 | FileCheck %s --check-prefix=END
! END: error: {{.*}}expected {{.*}}, found the end
! RUN: not %loopyc -fsyntax-only --set 'query=writes:x or red:y' %s 2>&1 | FileCheck %s --check-prefix=KIND
! KIND: error: {{.*}}expected one of id, tag, reads, writes, iname, in_kernel, found 'red'
! KIND-NEXT: writes:x or red:y
! KIND-NEXT: {{^}}              ^
! RUN: not %loopyc -fsyntax-only --set 'query=5' %s 2>&1 | FileCheck %s --check-prefix=TYPE
! TYPE: TypeError: find_instructions: argument 'insn_match' must be a match query, as text or as an object of loopy.match, found 5 (int)
! RUN: %loopyc -fsyntax-only --set 'query=(reads:X or writes:?one) and not tag:skip' %s | FileCheck %s
! CHECK: ['x_0']
subroutine s(n, x, y)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), y(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
!$loopy begin tagged: skip
    y(i) = x(i)
!$loopy end tagged: skip
  end do
end subroutine s
!$loopy begin
! from loopy import *
! import loopy.match as m
! knl, = parse_fortran(SOURCE, FILENAME, auto_dependencies=False)
! print([insn.id for insn in find_instructions(knl, query)])
! assert len(find_instructions(knl, m.And(m.Reads("x"), m.Tagged("skip")))) == 1
! assert len(find_instructions(knl, ~m.Id("x*") | m.Iname("i"))) == 2
! RESULT = knl
!$loopy end
