! What a function assigns of a dummy argument with the value attribute is its
! own: the caller's variable, which the statement mentions, too, stays.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -Werror=serial --check --target=opencl,c | FileCheck %s
! CHECK: check: k: opencl: ok
! CHECK: check: k: c: ok
subroutine k(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i)*i + tri(i)
  end do
contains
  real(8) function tri(j)
    integer, value :: j
    j = j + 1
    tri = j*0.5d0
  end function
end subroutine
!$loopy begin
!$loopy end
