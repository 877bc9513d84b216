! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c | FileCheck %s
! RUN: %loopyc %s --verify -o %t | FileCheck %s --check-prefix=PROVED
! Nests of different sizes in one launch, whose grid is as large as the largest
! along each axis: its cases multiply, what is done for them does not.
! CHECK: check: cleared: opencl: ok
! CHECK: check: cleared: c: ok
! PROVED: cleared
subroutine cleared(a, b, c, d, e, f, g, h)
  implicit none
  real(8), intent(out), dimension(:, :, :) :: a, b, c, d, e, f, g, h
  a(:, :, :) = 0
  b(:, :, :) = 1
  c(:, :, :) = 2
  d(:, :, :) = 3
  e(:, :, :) = 4
  f(:, :, :) = 5
  g(:, :, :) = 6
  h(:, :, :) = 7
end subroutine
