! Threads that share out work by their numbers: a launch by one of them would do
! its part alone. What all of them have alike, and loops that OpenMP shares out,
! are no obstacle.
! RUN: %loopyc %s -Wno-serial -o %t 2>&1 | FileCheck %s
module m
  use omp_lib
  implicit none
contains
  ! CHECK: threads-numbered.f90:[[#@LINE+7]]:{{[0-9]+}}: warning: 'by_number' stays on the host: kernel region 'by_number' needs '{{lo|hi}}', of which each thread of the construct around has its own value, by the number that it gets here: a launch is by one of them, with its part alone; let '!$omp do' share the loop out [-Wuntranslated]
  subroutine by_number(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i, lo, hi, nt, id
    !$omp parallel private(lo, hi, nt, id, i)
    nt = omp_get_num_threads()
    id = omp_get_thread_num()
    lo = 1 + id*n/nt; hi = (id + 1)*n/nt
    do i = lo, hi
      a(i) = a(i)*2
    end do
    !$omp end parallel
  end subroutine

  ! CHECK-NOT: 'by_loop' stays
  ! CHECK-NOT: needs
  subroutine by_loop(n, a, s)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), s
    real(8) :: part
    integer :: i
    !$omp parallel private(part)
    if (omp_get_thread_num() == 0) print *, omp_get_num_threads()
    !$omp do
    do i = 1, n
      part = a(i)
      a(i) = 2*part
    end do
    !$omp end do
    !$omp end parallel
  end subroutine
end module
!$loopy begin
!$loopy end
