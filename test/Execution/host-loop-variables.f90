! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Wno-serial | FileCheck %s %}
! Loops of what a region calls, over variables of the program around both.
! CHECK: check: steps: {{.*}}: ok
program heat
  implicit none
  integer, parameter :: nx = 17, ny = 13
  integer :: i, j, step
  real(8) :: h(nx, ny), mean
  h = 1
  !$loopy begin kernel: steps
  do step = 1, 3
    call advance()
    call average(mean)
  end do
  !$loopy end kernel: steps
  print *, h(:, 1), mean, i, j
contains
  subroutine advance()
    do j = 1, ny
      do i = 1, nx
        h(i, j) = 2*h(i, j) + i
      end do
    end do
  end subroutine
  subroutine average(result)
    real(8), intent(out) :: result
    result = 0
    do j = 1, ny
      do i = 1, nx
        result = result + h(i, j)
      end do
    end do
    result = result/(nx*ny)
  end subroutine
end program
