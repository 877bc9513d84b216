! Constants that a script fixes: folded where the result is what the device
! would compute, one operation of one type at a time.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine gas(n, gamma, r, tiny, k, x, y, m)
  implicit none
  integer, intent(in) :: n, k
  real(4), intent(in) :: gamma, r, tiny
  real(4), intent(inout) :: x(n)
  real(8), intent(inout) :: y(n)
  integer, intent(inout) :: m(n)
  integer :: i
  do i = 1, n
    ! 1.4 - 1.0 in single precision.
    ! CHECK: x[i] = 0.39999998*x[i]
    x(i) = (gamma - 1.0)*x(i)
    ! Nothing is reassociated.
    ! CHECK-NEXT: x[i] = x[i]*1.4*3.5 + 4.9*x[i]
    x(i) = x(i)*gamma*r + (gamma*r)*x(i)
    ! In the operands' own precision, then converted.
    ! CHECK-NEXT: y[i] = y[i] + 4.900000095367432d0 + 1.8708287477493286d0
    y(i) = y(i) + dble(gamma*r) + sqrt(r)
    ! Subnormal numbers and overflow are left to the device.
    ! CHECK-NEXT: x[i] = x[i] + 1.0e-30*1.0e-15 + 1.0e+30*1.0e+30
    x(i) = x(i) + tiny*1.e-15 + (1.0/tiny*1.e30)
    ! CHECK-NEXT: m[i] = 8*m[i] + 11
    m(i) = 2*(m(i)*k) + int(gamma + r) + k + max(k, 3)/2 + 1
    ! A guard that holds is gone, one that does not stays.
    ! CHECK-NEXT: m[i] = m[i] + 1
    if (gamma > 1.0 .and. k == 4) m(i) = m(i) + 1
    ! CHECK: if False
    ! CHECK-NEXT: m[i] = 0
    if (gamma < 1.0) m(i) = 0
  end do
end subroutine gas

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.fix_parameters(knl, gamma=1.4, r=3.5, tiny=1e-30, k=4)
! RESULT = lp.fold_constants(knl)
!$loopy end
