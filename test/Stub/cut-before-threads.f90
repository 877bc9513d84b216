! A subroutine that is cut in front of a parallel construct: the region holds the
! construct as a whole, with the directives that begin it.
! REQUIRES: gfortran, opencl
! RUN: %loopyc -Werror %s -Wno-cut -Wno-untranslated --emit=stub -o - | FileCheck %s
! CHECK-LABEL: subroutine build
! CHECK: allocate
! CHECK-NOT: {{^ *}}!$omp
! CHECK: end subroutine
! RUN: rm -rf %t && mkdir -p %t
! RUN: %loopyc-fc -w -fopenmp %s -o %t/prog
! RUN: env OMP_NUM_THREADS=3 %t/prog | FileCheck %s --check-prefix=PROG
! PROG: 13 222.0
module builds
contains
  subroutine build(n, a, b)
    implicit none
    integer, intent(in) :: n
    real, allocatable, intent(out) :: a(:), b(:)
    integer :: i
    allocate (a(n), b(n))
    !$omp parallel default(shared)
    !$omp do
    do i = 1, n
      a(i) = i
    end do
    !$omp end do
    !$omp do schedule(static)
    do i = 1, n
      b(i) = 2*i
    end do
    !$omp end do nowait
    !$omp end parallel
    b = b + 3*a(1) - 1
  end subroutine
end module
program main
  use builds
  implicit none
  real, allocatable :: a(:), b(:)
  call build(13, a, b)
  print '(i0, f6.1)', size(a), sum(b) + 14
end program
!$loopy begin
!$loopy end
