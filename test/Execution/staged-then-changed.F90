! REQUIRES: gfortran
! RUN: %loopyc %s -DRK=8 --check --target=c --transform=%S/Inputs/staged-then-changed.py --param n=5 --param m=4 | FileCheck --check-prefixes=CHECK,PLAIN %s
! RUN: %loopyc %s -DRK=4 --check --target=c --transform=%S/Inputs/staged-then-changed.py --set FIXED=True --param n=7 --param m=5 | FileCheck --check-prefixes=CHECK,FIXED %s
! A value that is staged for each iteration of the loops around, whose producer
! or consumer alone then gets other loops: one copy is left only where that is
! enough. What is refused is left out, the rest computes what the Fortran does.
! CHECK-NOT: FAILED
! PLAIN-DAG: prefetch nothing, split i of the producer: refused
! PLAIN-DAG: buffer nothing, duplicate i of the producer: refused
! PLAIN-DAG: precompute nothing, rename i of the consumer: refused
! FIXED-DAG: prefetch nothing, duplicate i of the producer: copies
! FIXED-DAG: prefetch i, split i of the consumer: as asked for
! CHECK-NOT: FAILED
! CHECK: check: {{.*}}: ok
! CHECK-NOT: FAILED
subroutine staged(n, m, a, d, e)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n, m)
  real(RK), intent(inout) :: d(n, m), e(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      d(i, j) = 2*a(i, j) + d(i, j)
    end do
  end do
  do j = 1, m
    do i = 1, n
      e(i, j) = e(i, j) - a(i, j)
    end do
  end do
end subroutine staged
