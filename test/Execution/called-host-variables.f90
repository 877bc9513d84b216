! What a loop hands to internal procedures in variables of their host is private
! to its iterations, where nothing reads it behind the loop.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Werror=serial | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Werror=serial | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK: check: scalar: {{.*}}: ok
! CHECK: check: array: {{.*}}: ok
! CHECK-NOT: FAILED
module fluxes
contains
  subroutine advance(n, a, b)
    implicit none
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real, intent(out) :: b(n)
    integer :: i
    real :: slope, stencil(3)
    !$loopy begin kernel: scalar
    do i = 1, n
      b(i) = 0
      if (a(i) < 0.5) cycle
      slope = 2*a(i)
      call add(b(i))
    end do
    !$loopy end kernel: scalar
    !$loopy begin kernel: array
    do i = 1, n
      stencil(1) = a(i)
      stencil(2) = 2*a(i)
      stencil(3) = a(1)
      call combine(b(i))
    end do
    !$loopy end kernel: array
  contains
    subroutine add(x)
      real, intent(out) :: x
      x = slope + 1
    end subroutine
    subroutine combine(x)
      real, intent(inout) :: x
      x = x + stencil(1) + stencil(2)*stencil(3)
    end subroutine
  end subroutine
end module
