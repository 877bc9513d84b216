! Private arrays that are set element by element, or by a constructor, and then
! updated in place: each iteration goes on from its own values.
! REQUIRES: gfortran, opencl
! RUN: %loopyc -Werror=serial -DRK=4 %s --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %unoptimised %loopyc -Werror=serial -DRK=8 %s --check --target=opencl,c --param n=1 | FileCheck %s
! CHECK: check: constructed: opencl: ok
! CHECK: check: constructed: c: ok
! CHECK: check: elements: opencl: ok
! CHECK: check: elements: c: ok
subroutine constructed(n, d, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: d(n), v(n)
  real(RK) :: x(3)
  integer :: i, k
  do i = 1, n
    x = [d(i), v(i), real(1, RK)]
    do k = 1, 3
      x(k) = x(k)*2
    end do
    x = x + 3
    d(i) = x(1) + x(2)*x(3)
  end do
end subroutine

subroutine elements(n, d, v)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: d(n), v(n)
  real(RK) :: x(3), s
  integer :: i, k
  do i = 1, n
    x(1) = d(i); x(2) = v(i); x(3) = 1
    x(1) = x(1) + x(2)
    s = 0
    do k = 1, 3
      x(k) = x(k) + k
      s = s + x(k)
    end do
    v(i) = s
  end do
end subroutine
!$loopy begin
!$loopy end
