! Quotients and remainders of large numbers that are small: computed in the kind
! of what goes in, converted behind.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=300 --param m=70001 | FileCheck %s
! RUN: %loopyc %s --check --target=opencl,c --param n=37 --param m=129 | FileCheck %s
! CHECK: check: quotients: opencl: ok
! CHECK: check: quotients: c: ok
subroutine quotients(n, m, a, b, c, d, e)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: m
  integer(2), intent(inout) :: a(n)
  integer(1), intent(inout) :: b(n)
  integer, intent(inout) :: c(n), d(n)
  integer(2), intent(inout) :: e(m)
  integer(8) :: j
  do j = 1, n
    a(j) = int((j + m)/500000, 2)
    b(j) = int(mod(j + 3*m, 101_8), 1)
    c(j) = int(mod(j + 4000*m, 1001_8)) + int((m - j)/7000)
    d(j) = int(modulo(j - m, 6_8))
  end do
  do j = 1, m
    e(j) = int((j + m)/1000, 2)
  end do
end subroutine
!$loopy begin
!$loopy end
