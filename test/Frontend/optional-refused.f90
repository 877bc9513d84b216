! An optional argument that a kernel may not have, where neither the kernel nor
! the stub can ask.
! RUN: not %loopyc %s -fsyntax-only -Werror 2>&1 | FileCheck %s
subroutine in_expression(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  do i = 1, n
    ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b' in an expression that asks whether it is present; write an if construct around it
    a(i) = a(i) + merge(b(i), 0d0, present(b))
  end do
end subroutine
! Fortran evaluates both sides, or one.
subroutine in_condition(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  do i = 1, n
    ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b' in an expression
    if (present(b) .and. b(i) > 0.5d0) then
      a(i) = a(i) + 1
    else if (a(i) > 0.5d0) then
      a(i) = 0
    end if
  end do
end subroutine
module types
  implicit none
  type pair
    real(8) :: q
  end type
contains
  ! The stub would mention it, whatever the condition.
  subroutine of_component(n, a, flag, o)
    integer, intent(in) :: n
    logical, intent(in) :: flag
    real(8), intent(inout) :: a(n)
    type(pair), intent(in), optional :: o
    integer :: i
    do i = 1, n
      ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'o'
      if (flag) a(i) = a(i) + o%q
    end do
  end subroutine
  subroutine of_allocatable(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    real(8), intent(in), optional, allocatable :: b
    integer :: i
    do i = 1, n
      ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b' that is allocatable
      if (present(b)) a(i) = a(i) + b
    end do
  end subroutine
end module
