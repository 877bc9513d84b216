! A loop that stops the program stays on the host; the rewrite that is told is a
! kernel, and the host stops behind it.
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! RUN: FileCheck %s --check-prefix=STUB --input-file=%t_stub.f90
! CHECK: stop-in-loop.f90:[[#@LINE+10]]:22: warning: 'stops' stays on the host: not supported: stop statement inside a loop; count in the loop what is wrong, and stop behind it if anything is [-Wuntranslated]
! STUB-LABEL: subroutine counts
! STUB: counts_offload
! STUB: if (bad > 0) error stop
subroutine stops(n, q)
  integer, intent(in) :: n
  real, intent(inout) :: q(n)
  integer :: i
  do i = 1, n
    q(i) = sqrt(q(i))
    if (q(i) > 1e12) error stop 'too large'
  end do
end subroutine
subroutine counts(n, q)
  integer, intent(in) :: n
  real, intent(inout) :: q(n)
  integer :: i, bad
  bad = 0
  do i = 1, n
    q(i) = sqrt(q(i))
    if (q(i) > 1e12) bad = bad + 1
  end do
  if (bad > 0) error stop 'too large'
end subroutine
