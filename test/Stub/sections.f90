! Regions in sections and tasks, of which one thread each executes the whole: it
! launches, and nothing else of the construct changes. What holds more than its
! section is refused.
! REQUIRES: opencl, gfortran
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc -Wno-serial %s --target=opencl,c -o %t/run 2>&1 | count 0
! RUN: FileCheck %s --input-file=%t/run_stub.f90 --check-prefix=STUB
! RUN: cd %t && env LOOPYC_FLAGS=--target=opencl,c %build/tools/loopyc/loopyc-fc -O2 -fopenmp %s -o run
! RUN: env LOOPYRT_DEVICE=opencl OMP_NUM_THREADS=3 %t/run | FileCheck %s
! RUN: env LOOPYRT_DEVICE=c OMP_NUM_THREADS=3 %t/run | FileCheck %s
! CHECK: wrong: 0

! STUB: {{^ *}}!$omp parallel sections
! STUB-NEXT: {{^ *}}!$omp section
! STUB-NOT: {{^ *}}!$omp
! STUB: call parts_first_offload
! STUB: {{^ *}}!$omp section
! STUB-NOT: {{^ *}}!$omp
! STUB: call parts_second_offload
! STUB: {{^ *}}!$omp end parallel sections
! A task that holds nothing else is the launch's.
! STUB: call tasks_third_offload
! STUB: {{^ *}}!$omp task
! STUB: {{^ *}}!$omp end task
subroutine parts(n, a, b, last)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n), b(n)
  integer, intent(inout) :: last
  integer :: i
  !$omp parallel sections private(i)
  !$omp section
  !$loopy begin kernel: first
  do i = 1, n
    a(i) = 2*a(i)
  end do
  !$loopy end kernel: first
  !$omp section
  last = n
  !$loopy begin kernel: second
  do i = 1, n
    b(i) = b(i) + last
  end do
  !$loopy end kernel: second
  !$omp end parallel sections
end subroutine

subroutine tasks(n, m, a)
  implicit none
  integer, intent(in) :: n, m
  real, intent(inout) :: a(n, m)
  integer :: i, j
  !$omp parallel private(i, j)
  !$omp single
  do j = 1, m
    !$omp task firstprivate(j) private(i)
    !$loopy begin kernel: third
    do i = 1, n
      a(i, j) = a(i, j) + j
    end do
    !$loopy end kernel: third
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
end subroutine


program run
  implicit none
  integer, parameter :: n = 1001, m = 7
  real :: a(n), b(n), c(n, m)
  integer :: i, step, last, wrong
  a = 1
  b = 0
  c = 0
  do step = 1, 5
    call parts(n, a, b, last)
    call tasks(n, m, c)
  end do
  wrong = count(a /= 32) + count(b /= 5*n)
  do i = 1, m
    wrong = wrong + count(c(:, i) /= 5*i)
  end do
  print '(a, i0)', 'wrong: ', wrong
end program
