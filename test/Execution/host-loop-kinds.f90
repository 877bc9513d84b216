! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl | FileCheck %s %}
! RUN: %loopyc %s --target=opencl --emit=device -o - | FileCheck %s --check-prefix=CODE
! The host's loop is over a variable of 64 bits, and its value an argument of
! 32: in each launch it is what the source has.
! CHECK: check: update: {{.*}}: ok
! CODE: void update({{.*}}, int c)
! CODE: q[{{.*}} + (long) m * (long) c]
subroutine update(n, m, q, r, change)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: q(m, n), change
  real(8), intent(in) :: r(m, n)
  integer(8) :: c
  integer :: i
  do c = 2, n
    do i = 1, m
      q(i, c) = q(i, c - 1) + r(i, c)
    end do
    do i = 1, m
      change = max(change, abs(q(i, c) - c))
    end do
  end do
end subroutine
