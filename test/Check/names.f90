! The program around the original shares no name with it, in any case.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --param N=3 --init 'RUN=1.0+i0' %s | FileCheck %s
! CHECK: check: X1: c: ok
! CHECK: check: Objects: c: ok
module X2
contains
  subroutine X1(N, run)
    implicit none
    integer, intent(in) :: N
    real, intent(inout) :: Run(N)
    integer :: i
    do i = 1, n
      run(i) = 2*RUN(i)
    end do
  end subroutine
end module
subroutine Objects(P_n, n, Run_Target, main, element)
  implicit none
  integer, intent(in) :: N, P_N
  real, intent(inout) :: run_target(n), main(p_n)
  real, intent(in) :: element
  integer :: i
  do i = 1, min(n, p_n)
    run_target(i) = main(i) + element
    main(i) = element
  end do
end subroutine
