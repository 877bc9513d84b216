! A data directive where each thread of a team would execute it.
! RUN: rm -f %t.cl && not %loopyc %s -o %t 2>&1 | FileCheck %s
! RUN: not ls %t.cl
! CHECK: data-in-team.f90:14:3: error: '!$loopy enter data' stands where each thread of a team comes; write it before or behind the construct, or let one thread execute it: !$omp master, and a barrier behind it
! CHECK: data-in-team.f90:12:3: note: the construct 'parallel' begins here

! In what one thread executes, there is nothing wrong.
! RUN: sed 's/! ONE //' %s > %t.f90 && %loopyc %t.f90 -o %t
subroutine step(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  !$omp parallel
! ONE !$omp master
  !$loopy enter data: a
! ONE !$omp end master
! ONE !$omp barrier
  !$omp end parallel
end subroutine
