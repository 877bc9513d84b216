! Long chains of assignments are followed as far as that takes no longer than
! their compilation: to find what inputs are compared with, and how large the
! terms of sums are.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches | FileCheck %s
! CHECK: check: forth_and_back: c: ok
! CHECK: check: squares: c: ok
! CHECK: check: limits: c: ok
! CHECK: check: powers: c: ok
subroutine forth_and_back(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer :: i
  real(8) :: a, b
  do i = 1, n
    a = x(i)
    b = x(i)
    a = b + 1*x(i)
    b = a + 2*x(i)
    a = b + 2*x(i)
    b = a + 3*x(i)
    a = b + 3*x(i)
    b = a + 4*x(i)
    a = b + 4*x(i)
    b = a + 5*x(i)
    a = b + 5*x(i)
    b = a + 6*x(i)
    a = b + 6*x(i)
    b = a + 7*x(i)
    a = b + 7*x(i)
    b = a + 8*x(i)
    a = b + 8*x(i)
    b = a + 9*x(i)
    a = b + 9*x(i)
    b = a + 10*x(i)
    a = b + 10*x(i)
    b = a + 11*x(i)
    a = b + 11*x(i)
    b = a + 12*x(i)
    a = b + 12*x(i)
    b = a + 13*x(i)
    a = b + 13*x(i)
    b = a + 14*x(i)
    y(i) = a
    if (a > 3.5d0) y(i) = b
  end do
end subroutine
subroutine squares(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  real(8) :: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, &
    t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26
  do i = 1, n
    t0 = 0.5d0*x(i)
    t1 = 0.5d0*x(i) + 0.25d0*t0**2
    t2 = 0.5d0*x(i) + 0.25d0*t1**2
    t3 = 0.5d0*x(i) + 0.25d0*t2**2
    t4 = 0.5d0*x(i) + 0.25d0*t3**2
    t5 = 0.5d0*x(i) + 0.25d0*t4**2
    t6 = 0.5d0*x(i) + 0.25d0*t5**2
    t7 = 0.5d0*x(i) + 0.25d0*t6**2
    t8 = 0.5d0*x(i) + 0.25d0*t7**2
    t9 = 0.5d0*x(i) + 0.25d0*t8**2
    t10 = 0.5d0*x(i) + 0.25d0*t9**2
    t11 = 0.5d0*x(i) + 0.25d0*t10**2
    t12 = 0.5d0*x(i) + 0.25d0*t11**2
    t13 = 0.5d0*x(i) + 0.25d0*t12**2
    t14 = 0.5d0*x(i) + 0.25d0*t13**2
    t15 = 0.5d0*x(i) + 0.25d0*t14**2
    t16 = 0.5d0*x(i) + 0.25d0*t15**2
    t17 = 0.5d0*x(i) + 0.25d0*t16**2
    t18 = 0.5d0*x(i) + 0.25d0*t17**2
    t19 = 0.5d0*x(i) + 0.25d0*t18**2
    t20 = 0.5d0*x(i) + 0.25d0*t19**2
    t21 = 0.5d0*x(i) + 0.25d0*t20**2
    t22 = 0.5d0*x(i) + 0.25d0*t21**2
    t23 = 0.5d0*x(i) + 0.25d0*t22**2
    t24 = 0.5d0*x(i) + 0.25d0*t23**2
    t25 = 0.5d0*x(i) + 0.25d0*t24**2
    t26 = 0.5d0*x(i) + 0.25d0*t25**2
    y = y + t26
  end do
end subroutine
subroutine limits(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  real(8) :: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, &
    t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26
  do i = 1, n
    t0 = 0.5d0*x(i)
    t1 = max(t0, 0.25d0*t0, 0.5d0*x(i))
    t2 = max(t1, 0.25d0*t1, 0.5d0*x(i))
    t3 = max(t2, 0.25d0*t2, 0.5d0*x(i))
    t4 = max(t3, 0.25d0*t3, 0.5d0*x(i))
    t5 = max(t4, 0.25d0*t4, 0.5d0*x(i))
    t6 = max(t5, 0.25d0*t5, 0.5d0*x(i))
    t7 = max(t6, 0.25d0*t6, 0.5d0*x(i))
    t8 = max(t7, 0.25d0*t7, 0.5d0*x(i))
    t9 = max(t8, 0.25d0*t8, 0.5d0*x(i))
    t10 = max(t9, 0.25d0*t9, 0.5d0*x(i))
    t11 = max(t10, 0.25d0*t10, 0.5d0*x(i))
    t12 = max(t11, 0.25d0*t11, 0.5d0*x(i))
    t13 = max(t12, 0.25d0*t12, 0.5d0*x(i))
    t14 = max(t13, 0.25d0*t13, 0.5d0*x(i))
    t15 = max(t14, 0.25d0*t14, 0.5d0*x(i))
    t16 = max(t15, 0.25d0*t15, 0.5d0*x(i))
    t17 = max(t16, 0.25d0*t16, 0.5d0*x(i))
    t18 = max(t17, 0.25d0*t17, 0.5d0*x(i))
    t19 = max(t18, 0.25d0*t18, 0.5d0*x(i))
    t20 = max(t19, 0.25d0*t19, 0.5d0*x(i))
    t21 = max(t20, 0.25d0*t20, 0.5d0*x(i))
    t22 = max(t21, 0.25d0*t21, 0.5d0*x(i))
    t23 = max(t22, 0.25d0*t22, 0.5d0*x(i))
    t24 = max(t23, 0.25d0*t23, 0.5d0*x(i))
    t25 = max(t24, 0.25d0*t24, 0.5d0*x(i))
    t26 = max(t25, 0.25d0*t25, 0.5d0*x(i))
    y = y + t26
  end do
end subroutine
subroutine powers(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y
  integer :: i
  real(8) :: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, &
    t13, t14, t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26
  do i = 1, n
    t0 = 0.5d0*x(i)
    t1 = 0.5d0*x(i) + 0.25d0*t0*t0
    t2 = 0.5d0*x(i) + 0.25d0*t1*t1
    t3 = 0.5d0*x(i) + 0.25d0*t2*t2
    t4 = 0.5d0*x(i) + 0.25d0*t3*t3
    t5 = 0.5d0*x(i) + 0.25d0*t4*t4
    t6 = 0.5d0*x(i) + 0.25d0*t5*t5
    t7 = 0.5d0*x(i) + 0.25d0*t6*t6
    t8 = 0.5d0*x(i) + 0.25d0*t7*t7
    t9 = 0.5d0*x(i) + 0.25d0*t8*t8
    t10 = 0.5d0*x(i) + 0.25d0*t9*t9
    t11 = 0.5d0*x(i) + 0.25d0*t10*t10
    t12 = 0.5d0*x(i) + 0.25d0*t11*t11
    t13 = 0.5d0*x(i) + 0.25d0*t12*t12
    t14 = 0.5d0*x(i) + 0.25d0*t13*t13
    t15 = 0.5d0*x(i) + 0.25d0*t14*t14
    t16 = 0.5d0*x(i) + 0.25d0*t15*t15
    t17 = 0.5d0*x(i) + 0.25d0*t16*t16
    t18 = 0.5d0*x(i) + 0.25d0*t17*t17
    t19 = 0.5d0*x(i) + 0.25d0*t18*t18
    t20 = 0.5d0*x(i) + 0.25d0*t19*t19
    t21 = 0.5d0*x(i) + 0.25d0*t20*t20
    t22 = 0.5d0*x(i) + 0.25d0*t21*t21
    t23 = 0.5d0*x(i) + 0.25d0*t22*t22
    t24 = 0.5d0*x(i) + 0.25d0*t23*t23
    t25 = 0.5d0*x(i) + 0.25d0*t24*t24
    t26 = 0.5d0*x(i) + 0.25d0*t25*t25
    y = y + t26
  end do
end subroutine
!$loopy begin
!$loopy end
