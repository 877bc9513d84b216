! Local variables with an initial value that nothing assigns are constants,
! those of procedures that are called, too.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --target=c --emit=ir -o - 2>/dev/null | FileCheck %s --check-prefix=IR
! CHECK-DAG: warning: 'counting' stays on the host: not supported: local variable 'calls' that keeps its value between calls
! CHECK-DAG: check: means: c: ok
! CHECK-DAG: check: scaled: c: ok
! CHECK-DAG: check: own: c: ok
! IR-LABEL: KERNEL: scaled
! IR: = r[j]*2.5d0
module rules
  implicit none
contains
  subroutine simpson(n, f, r)
    integer, intent(in) :: n
    real(8), intent(in) :: f(n)
    real(8), intent(out) :: r
    real(8) :: wq(3)
    data wq /1d0, 4d0, 1d0/
    integer :: i
    r = 0
    do i = 1, n
      r = r + wq(mod(i, 3) + 1)*f(i)
    end do
    r = r + sum(wq)
  end subroutine
  real(8) function factor(x)
    real(8), intent(in) :: x
    real(8) :: c = 2.5d0
    factor = x*c
  end function
  real(8) function counted(x)
    real(8), intent(in) :: x
    integer :: calls = 0
    calls = calls + 1
    counted = x + calls
  end function
end module
subroutine means(n, m, f, r)
  use rules
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: f(n, m)
  real(8), intent(out) :: r(m)
  integer :: j
  do j = 1, m
    call simpson(n, f(:, j), r(j))
  end do
end subroutine
subroutine scaled(m, r)
  use rules
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: r(m)
  integer :: j
  do j = 1, m
    r(j) = factor(r(j))
  end do
end subroutine
subroutine counting(m, r)
  use rules
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: r(m)
  integer :: j
  do j = 1, m
    r(j) = counted(r(j))
  end do
end subroutine
! The kernel's own; one of them is passed to what may assign it.
subroutine own(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8) :: edge = 0.25d0, w(0:2) = [1d0, 2d0, 3d0]
  logical, save :: wide = .true.
  integer :: i
  do i = 1, n
    if (wide) a(i) = a(i)*w(mod(i, 3)) + edge
  end do
end subroutine
