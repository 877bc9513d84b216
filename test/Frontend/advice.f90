! RUN: not %loopyc -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
! A refusal says what to write instead, and which other places are refused.
! CHECK: advice.f90:[[#@LINE+12]]:19: error: not supported: print statement inside a loop; move it in front of the loop or behind it, where the host executes it
! CHECK: advice.f90:[[#@LINE+12]]:5: note: and here: not supported: character data
! CHECK: advice.f90:[[#@LINE+12]]:19: note: and here: not supported: stop statement
! CHECK: advice.f90:[[#@LINE+12]]:5: note: and here: not supported: call of 'unknown', whose source was not found; give its file
subroutine many(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  character(len=4) :: c
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
    ! all of these:
    if (x(i) > 3) print *, x(i)
    c = 'abc'
    if (x(i) > 4) stop
    call unknown(x(i))
  end do
end subroutine
