! Loops whose step is an argument: parallel in every launch, for the step is not
! zero.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=17 --param nb=4 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param nb=7 -DREAL=real | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --verify --target=opencl --param n=130 --param nb=3 | FileCheck %s %}
! RUN: %loopyc %s --target=opencl --emit=ir -o - 2> %t.err | FileCheck %s --check-prefix=IR
! RUN: FileCheck %s --check-prefix=SERIAL < %t.err
! SERIAL-NOT: around_sum
! CHECK-NOT: FAILED
! CHECK-DAG: check: around_sum: {{.*}}: ok
! CHECK-DAG: check: blocks: {{.*}}: ok
! CHECK-NOT: FAILED
#ifndef REAL
#define REAL real(8)
#endif

! IR-LABEL: KERNEL: around_sum
! IR-NOT: KERNEL
! IR: ASSUMPTIONS
subroutine around_sum(n, nb, x, y, s)
  implicit none
  integer, intent(in) :: n, nb
  REAL, intent(inout) :: x(n), y(n), s
  integer :: i
  do i = 1, n, nb
    x(i) = 2*x(i)
  end do
  do i = 1, n
    s = s + x(i)
  end do
  do i = n, 1, -nb
    y(i) = s*x(i)
  end do
end subroutine

! Where a loop may not be reached nothing is known of its step.
! IR-LABEL: KERNEL: blocks
! SERIAL: kernel 'blocks': the loop over 'j' stays on one work-item
subroutine blocks(n, nb, x)
  implicit none
  integer, intent(in) :: n, nb
  REAL, intent(inout) :: x(n)
  integer :: i, j
  if (nb > 0) then
    do j = 1, n, nb
      do i = j, min(n, j + nb - 1)
        x(i) = x(i) + i - j
      end do
    end do
  end if
end subroutine
