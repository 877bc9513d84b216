! An allocatable variable that an assignment would allocate anew: the kernel
! assumes that it has the shape already, --check draws such sizes, and a call
! where it has not is an error.
! REQUIRES: gfortran, opencl
! RUN: %loopyc --check --target=opencl,c --param n=13 %s 2>&1 | FileCheck %s
! CHECK: check: make: opencl: ok
! CHECK: check: make: c: ok
! CHECK: check: fill: opencl: ok
! CHECK: check: fill: c: ok
! RUN: %loopyc --target=opencl,c %s --emit=device -o - | FileCheck %s --check-prefix=CODE
! CODE: assumes that allocatable 'x' has the shape of what line [[#]] assigns to it
! CODE: assumes x_size_1 == n
! RUN: rm -rf %t && mkdir -p %t
! RUN: env LOOPYC_FLAGS=--target=opencl,c %loopyc-fc %s -o %t/prog
! RUN: env LOOPYRT_DEVICE=c %t/prog | FileCheck %s --check-prefix=PROG
! PROG: 10 20.0
! RUN: not env LOOPYRT_DEVICE=c %t/prog smaller 2>&1 | FileCheck %s --check-prefix=ERROR
! RUN: not env LOOPYRT_DEVICE=opencl %t/prog smaller 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: loopyrt: error: make: an assumption of the kernel does not hold
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
module makes
contains
  subroutine make(n, x, y)
    implicit none
    integer, intent(in) :: n
    real(8), allocatable, intent(inout) :: x(:)
    real(8), intent(in) :: y(n)
    x = 2*y
  end subroutine
  subroutine fill(n, x)
    implicit none
    integer, intent(in) :: n
    real(8), allocatable, intent(inout) :: x(:)
    integer :: i
    x = [(0.5d0*i, i = 1, n)]
  end subroutine
end module
program main
  use makes
  implicit none
  real(8), allocatable :: a(:)
  real(8) :: y(10)
  y = 1
  allocate (a(10 - command_argument_count()))
  call make(10, a, y)
  print '(i0, f5.1)', size(a), sum(a)
end program
