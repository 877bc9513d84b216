! What a script can do wrong in general: each is an error at its line.
! RUN: not %loopyc -fsyntax-only --set case=exit %s 2>&1 | FileCheck %s --check-prefix=EXIT
! RUN: not %loopyc -fsyntax-only --set case=raise %s 2>&1 | FileCheck %s --check-prefix=RAISE
! RUN: not %loopyc -fsyntax-only --set case=type %s 2>&1 | FileCheck %s --check-prefix=TYPE
! RUN: not %loopyc -fsyntax-only --set case=twice %s 2>&1 | FileCheck %s --check-prefix=TWICE
! RUN: not %loopyc -fsyntax-only --set case=keyword %s 2>&1 | FileCheck %s --check-prefix=KEYWORD
! RUN: not %loopyc -fsyntax-only --set case=result %s 2>&1 | FileCheck %s --check-prefix=RESULT
! RUN: not %loopyc -fsyntax-only --set case=call %s 2>&1 | FileCheck %s --check-prefix=CALL
! RUN: not %loopyc -fsyntax-only --set case=recursion %s 2>&1 | FileCheck %s --check-prefix=RECURSION
! RUN: %loopyc -fsyntax-only --set case=quiet %s | FileCheck %s --check-prefix=QUIET
! QUIET: caught LoopyError
! QUIET-NOT: after
subroutine s(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine s
!$loopy begin
! import sys
! RESULT = knl, = lp.parse_fortran(SOURCE, FILENAME)
! if case == "exit":
!     # EXIT: errors.f90:[[#@LINE+1]]:7: error: script: it gave up with sys.exit('no tiles')
!     sys.exit("no tiles")
! if case == "raise":
!     try:
!         lp.split_iname(knl, "q", 4)
!     except lp.LoopyError as e:
!         # RAISE: errors.f90:[[#@LINE+1]]:11: error: script: ValueError: bad size
!         raise ValueError("bad size") from e
! # RAISE: note: caused by LoopyError: {{.*}}'q'
! if case == "type":
!     # TYPE: errors.f90:[[#@LINE+1]]:7: error: script: TypeError: split_iname: argument 'inner_length' must be an integer, found '4' (str)
!     lp.split_iname(knl, "i", "4")
! if case == "twice":
!     RESULT = [knl, lp.tag_inames(knl, "i:g.0")]
! # TWICE: error: RESULT must hold kernels of different names, found two 's'
! if case == "keyword":
!     # KEYWORD: errors.f90:[[#@LINE+1]]:7: error: script: TypeError: {{.*}} has no argument 'inner'
!     lp.split_iname(knl, "i", 4, inner="j")
! if case == "result":
!     RESULT = "knl"
! # RESULT: error: RESULT must be a kernel, a translation unit or a list of these, found 'knl' (str)
! if case == "call":
!     # CALL: errors.f90:[[#@LINE+1]]:7: error: a kernel cannot be called in a script
!     knl(n=4)
! if case == "recursion":
!     def f(n): return f(n + 1)
!     # RECURSION: error: script: RecursionError
!     f(0)
! if case == "quiet":
!     try:
!         lp.split_iname(knl, "q", 4)
!     except lp.LoopyError as e:
!         print("caught", type(e).__name__)
!     sys.exit()
!     print("after")
!$loopy end
