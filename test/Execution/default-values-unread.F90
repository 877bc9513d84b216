! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Werror=serial | FileCheck %s %}
! Local variables whose type has default values, which nothing reads: each
! iteration has its own, and procedures with such are inlined.
! CHECK-DAG: check: pull: {{.*}}: ok
! CHECK-DAG: check: pulls: {{.*}}: ok
module vectors
  implicit none
  type vector
    real(8) :: x = 0, y = 0
  end type
contains
  elemental type(vector) function minus(a, b)
    type(vector), intent(in) :: a, b
    minus = vector(a%x - b%x, a%y - b%y)
  end function
  subroutine pull(n, r, f)
    integer, intent(in) :: n
    type(vector), intent(in) :: r(n)
    real(8), intent(inout) :: f(n)
    integer :: i, j
    type(vector) :: d
    do i = 1, n
      do j = 1, n
        if (j == i) cycle
        d = minus(r(j), r(i))
        f(i) = f(i) + d%x*d%y
      end do
    end do
  end subroutine
  subroutine pulls(n, m, r, f)
    integer, intent(in) :: n, m
    type(vector), intent(in) :: r(n, m)
    real(8), intent(inout) :: f(n, m)
    integer :: k
    do k = 1, m
      call pull(n, r(:, k), f(:, k))
    end do
  end subroutine
end module
