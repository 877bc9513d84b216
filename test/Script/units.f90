! A transformation of a translation unit applies to the kernels that have the
! names; a name that none has is an error, and so is a query without a match.
! RUN: %loopyc -fsyntax-only --set 'line=""' %s | FileCheck %s
! CHECK: first {'i': 'g.0'}
! CHECK: second {'j': 'l.0'}
! RUN: not %loopyc -fsyntax-only --set 'line="lp.tag_inames(t, dict(k=None))"' %s 2>&1 | FileCheck %s --check-prefix=INAME
! INAME: units.f90:33:3: error: {{.*}}'k'
! RUN: not %loopyc -fsyntax-only --set 'line="lp.tag_instructions(t, str(), within=chr(105)+chr(100)+chr(58)+chr(122))"' %s 2>&1 | FileCheck %s --check-prefix=QUERY
! QUERY: error: tag_instructions: within 'id:z{{.*}}' matches no instruction
! RUN: not %loopyc -fsyntax-only --set 'line="t[chr(122)]"' %s 2>&1 | FileCheck %s --check-prefix=KERNEL
! KERNEL: error: the translation unit has no kernel 'z'
! RUN: not %loopyc -fsyntax-only --set 'line="t.default_entrypoint"' %s 2>&1 | FileCheck %s --check-prefix=ENTRY
! ENTRY: error: default_entrypoint: the translation unit has 2 kernels (first, second), not one
subroutine first(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine first
subroutine second(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: j
  do j = 1, 16
    x(j) = 2*x(j)
  end do
end subroutine second
!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! t = lp.tag_inames(t, [("i", "g.0"), ("j", "l.0")])
! eval(line or "None")
! for knl in t: print(knl.name, knl.inames)
! RESULT = t
!$loopy end
! RUN: %loopyc -fsyntax-only --set 'line="print(len(t.with_entrypoints(chr(83)+str(t[1].name)[1:])), t.with_entrypoints(t[1].name)[0].name)"' %s | FileCheck %s --check-prefix=ONE
! ONE: 1 second
! RUN: %loopyc -fsyntax-only --set 'line="print([k.name for k in t.with_entrypoints(frozenset(k.name for k in t))], t.with_entrypoints(t[0].name).default_entrypoint)"' %s | FileCheck %s --check-prefix=ALL
! ALL: ['first', 'second']
! RUN: not %loopyc -fsyntax-only --set 'line="t.with_entrypoints(chr(122))"' %s 2>&1 | FileCheck %s --check-prefix=KERNEL
! RUN: not %loopyc -fsyntax-only --set 'line="t.with_entrypoints(str())"' %s 2>&1 | FileCheck %s --check-prefix=NONE
! NONE: error: with_entrypoints: no kernel is named
! RUN: not %loopyc -fsyntax-only --set 'line="t.with_entrypoints([1])"' %s 2>&1 | FileCheck %s --check-prefix=NAMES
! NAMES: TypeError: with_entrypoints: expected names of kernels
