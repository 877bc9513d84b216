! Where functions have values for fractions alone, inputs are fractions.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c %s | FileCheck %s
! CHECK: check: angles: c: ok
! CHECK: check: left: c: ok
subroutine angles(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = sqrt(1 - x(i)**2) + acos(x(i)) + log(x(i))
  end do
end subroutine
subroutine left(n, q, h, u)
  integer, intent(in) :: n
  real(8), intent(in) :: q(n), h(n)
  real(8), intent(out) :: u(n)
  real(8) :: d
  integer :: i
  do i = 1, n
    d = 1 - q(i)*q(i) - h(i)*h(i)
    u(i) = sqrt(d) + log(1 - q(i)) + log(h(i)/q(i)) + atanh(h(i))
  end do
end subroutine
