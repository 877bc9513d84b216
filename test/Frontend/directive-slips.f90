! RUN: %loopyc %s --target=c -o %t 2>&1 | FileCheck %s --implicit-check-not=warning:
! RUN: %loopyc %s --target=c -o %t -Wno-clause 2>&1 | count 0
! RUN: not %loopyc %s --target=c -o %t -Werror 2>&1 | FileCheck %s --check-prefix=ERROR
! Directives of threads that no compiler takes as they stand say so.
! ERROR: error: {{.*}}[-Wclause]
subroutine slips(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n), s
  integer :: i
  real(8) :: t
! CHECK: directive-slips.f90:[[@LINE+1]]:1: warning: a bracket of this directive is not closed; it says nothing here [-Wclause]
!$omp parallel do private(i, t
  do i = 1, n
    t = a(i)
    b(i) = t*t
  end do
! CHECK: :[[@LINE+1]]:1: warning: this directive closes a bracket that is not open; it says nothing here
!$omp parallel do private(t))
  do i = 1, n
    t = a(i)
    b(i) = b(i) + t
  end do
! CHECK: :[[@LINE+1]]:1: warning: there is no directive '!$omp paralel'; did you mean 'parallel'?; it says nothing here
!$omp paralel do private(t)
  do i = 1, n
    b(i) = 2*b(i)
  end do
! CHECK: :[[@LINE+1]]:1: warning: there is no clause 'privte'; did you mean 'private'?; it says nothing here
!$acc parallel loop privte(t)
  do i = 1, n
    t = a(i)
    b(i) = b(i) - t
  end do
! CHECK: :[[@LINE+1]]:1: warning: '!$opm' begins no directive; did you mean '!$omp'?; it says nothing here
!$opm parallel do
  do i = 1, n
    b(i) = b(i) - t
  end do
! CHECK: :[[@LINE+1]]:1: warning: there is no directive '!$omp end paralel'; did you mean 'parallel'?; it says nothing here
!$omp end paralel do
! CHECK: :[[@LINE+1]]:1: warning: this directive goes on, but the next line does not go on with it; it says nothing here
!$omp parallel do private(i) &
  do i = 1, n
    b(i) = b(i) - a(i)
  end do
! What is right, or unlike all that is known.
!$omp paralleldo reduction(+:s) &
!$omp schedule(static, max(1, n/4)) private(i) if(n > 10) num_teams(4)
  do i = 1, n
    s = s + a(i)
  end do
!$omp end parallel do
!$omp critical (name)
  s = s*2
!$omp end critical (name)
!$omp fictitious do novelty(3)
  do i = 1, n
    b(i) = b(i) + s
  end do
end subroutine
