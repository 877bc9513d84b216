! An optional argument where it may be absent: the loops go under the condition.
! RUN: not %loopyc %s -fsyntax-only 2>&1 | FileCheck %s
subroutine inside(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  do i = 1, n
    ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b'; put "if (present(...))" around the loops
    if (present(b)) a(i) = a(i) + b(i)
  end do
end subroutine
! The condition does not say that it is there.
subroutine perhaps(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  if (present(b) .or. n > 3) then
    do i = 1, n
      ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b'
      a(i) = a(i) + b(i)
    end do
  end if
end subroutine
subroutine other_branch(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  if (present(b)) then
    a(1) = b(1)
  else
    do i = 1, n
      ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b'
      a(i) = a(i) + b(i)
    end do
  end if
end subroutine
! What jumps to the loop leaves out the question.
subroutine jumps(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in), optional :: b(n)
  integer :: i
  if (n == 3) goto 10
  if (.not. present(b)) return
10 continue
  do i = 1, n
    ! CHECK: optional-refused.f90:[[#@LINE+1]]:{{.*}} not supported: optional dummy argument 'b'
    a(i) = a(i) + b(i)
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
end module
