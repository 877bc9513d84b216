! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 | FileCheck %s
! select case: ranges, several values, the default anywhere, logicals, and a
! selector that the cases change.

! CHECK-DAG: check: kinds: opencl: ok
! CHECK-DAG: check: kinds: c: ok
subroutine kinds(n, k, x, a)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    select case (k(i))
    case (1)
      a(i) = a(i) + 1
    case default
      a(i) = -a(i)
    case (2, 4:6)
      a(i) = a(i) + 2
    case (:-1)
      a(i) = a(i) + 3
    case (20:)
      a(i) = 0
    end select
    select case (x(i) > 0.5d0)
    case (.true.)
      a(i) = a(i)*2
    case (.false.)
      a(i) = a(i)/2
    end select
    select case (mod(i, 3))
    case (0)
      a(i) = a(i) + 10
    case (1)
      a(i) = a(i) + 20
    end select
  end do
end subroutine

! CHECK-DAG: check: changes: opencl: ok
! CHECK-DAG: check: changes: c: ok
subroutine changes(n, k, a)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    choice: select case (k(i) - max(2, k(n + 1 - i)))
    case (0:2)
      k(i) = k(i) + 1
      if (a(i) > 0.5d0) exit choice
      a(i) = 1
    case (-3:-1)
      k(i) = 100
    case default
      if (k(i) > 3) cycle
      a(i) = 2
    end select choice
    a(i) = a(i) + k(i)
  end do
end subroutine
