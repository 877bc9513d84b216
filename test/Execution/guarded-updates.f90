! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl --param n=37 --param m=5 -Werror=serial | FileCheck %s
! A condition that is kept for its iteration is computed by all work-groups along
! an axis that only the nest before has: no barrier is needed behind it.
! CHECK: check: clipped: opencl: ok
subroutine clipped(n, m, x, y)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(-1:n, m), y(n)
  integer :: i, j
  do j = 1, m
    do i = -1, n
      if (x(i, j) < 0.25d0) x(i, j) = 0.25d0
    end do
  end do
  do i = 1, n
    if (x(i, 1) < y(i)) x(i, 1) = y(i)
  end do
end subroutine
