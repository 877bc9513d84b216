! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s
! Each construct without a counterpart in a kernel is named, where it stands;
! the subroutine stays on the host. (The first one is translated.)

subroutine supported(x)
  real :: x
  x = 1
end subroutine

subroutine calls(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: unsupported.f90:[[#@LINE+1]]:3: warning: 'calls' stays on the host: not supported: call of 'helper'
  call helper(a)
end subroutine

subroutine writes(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: unsupported.f90:[[#@LINE+1]]:3: warning: {{.*}} not supported: write statement
  write (*, *) a(1)
end subroutine

subroutine prints(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:14: warning: {{.*}} not supported: print statement
  if (n > 0) print *, a(1)
end subroutine

subroutine reads(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: read statement
  read (*, *) a
end subroutine

subroutine allocates(n)
  integer :: n
  real, allocatable :: w(:)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: allocate statement
  allocate (w(n))
end subroutine

subroutine uses_allocatable(n, a)
  integer :: n
  real :: a(n)
  real, allocatable :: w(:)
  ! CHECK: [[#@LINE+1]]:10: warning: {{.*}} not supported: allocatable 'w'
  a(1) = w(1)
end subroutine

subroutine jumps(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: goto statement
  goto 10
  a(1) = 0
10 continue
end subroutine

subroutine exits(n, a)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:19: warning: {{.*}} not supported: exit statement
    if (a(i) > 0) exit
  end do
end subroutine

subroutine cycles(n, a)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:19: warning: {{.*}} not supported: cycle statement
    if (a(i) > 0) cycle
    a(i) = 0
  end do
end subroutine

subroutine returns(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:15: warning: {{.*}} not supported: return statement before the end
  if (n == 1) return
  a(1) = 0
end subroutine

subroutine stops
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: stop statement
  stop
end subroutine

subroutine while_loop(x)
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: do while
  do while (x > 1)
    x = x/2
  end do
end subroutine

subroutine endless_loop(x)
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: do without a loop variable
  do
    x = x/2
  end do
end subroutine

subroutine concurrent_loop(n, a)
  integer :: n, i
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: do concurrent
  do concurrent (i = 1:n)
    a(i) = 0
  end do
end subroutine

subroutine variable_step(n, m, a)
  integer :: n, m, i
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:16: warning: {{.*}} not supported: loop step that is not a constant
  do i = 1, n, m
    a(i) = 0
  end do
end subroutine

subroutine selects(k, x)
  integer :: k
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: select case construct
  select case (k)
  case (1)
    x = 1
  end select
end subroutine

subroutine associates(x)
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: associate construct
  associate (y => x)
    y = 1
  end associate
end subroutine

subroutine block_construct(x)
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: block construct
  block
    real :: y
    y = 1
    x = y
  end block
end subroutine

subroutine function_call(n, a)
  integer :: n
  real :: a(n)
  real, external :: f
  ! CHECK: [[#@LINE+1]]:17: warning: {{.*}} not supported: call of function 'f'
  a(1) = 2*(1 + f(a(1)))
end subroutine

subroutine derived_type(n, p)
  type point
    real :: x
  end type
  integer :: n
  ! CHECK: [[#@LINE+1]]:18: warning: {{.*}} not supported: derived type: variable 'p'
  type(point) :: p(n)
  p(1)%x = 0
end subroutine

subroutine pointers(n, p)
  integer :: n
  ! CHECK: [[#@LINE+1]]:20: warning: {{.*}} not supported: pointer 'p'
  real, pointer :: p(:)
  p(1) = n
end subroutine

subroutine characters(c)
  ! CHECK: [[#@LINE+1]]:23: warning: {{.*}} not supported: character data: variable 'c'
  character(len=1) :: c
  c = 'x'
end subroutine

subroutine extended(x)
  ! CHECK: [[#@LINE+1]]:15: warning: {{.*}} not supported: real(10) data: variable 'x'
  real(10) :: x
  x = 1
end subroutine

subroutine quadruple(x)
  real :: x
  real(16) :: y
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: real(16) data
  y = x
end subroutine

subroutine optionals(x)
  ! CHECK: [[#@LINE+1]]:21: warning: {{.*}} not supported: optional dummy argument 'x'
  real, optional :: x
  x = 1
end subroutine

subroutine saved(x)
  real :: x
  real, save :: y
  ! CHECK: [[#@LINE+1]]:7: warning: {{.*}} not supported: local variable 'y' that keeps its value between calls
  x = y
end subroutine

subroutine commons(x)
  real :: x, y
  common /block/ y
  ! CHECK: [[#@LINE+1]]:7: warning: {{.*}} not supported: variable 'y' in a common block
  x = y
end subroutine

module state
  implicit none
  real, pointer :: level
contains
  subroutine module_variable(x)
    real :: x
    ! CHECK: [[#@LINE+1]]:9: warning: {{.*}} not supported: pointer 'level'
    x = level
  end subroutine
end module

subroutine after_the_loop(n, a)
  integer :: n, i
  real :: a(n)
  do i = 1, n
    a(i) = 0
  end do
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: reading the loop variable 'i' outside its loops
  a(1) = i
end subroutine

subroutine reused_variable(n, a)
  integer :: n, i
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: assignment to 'i', which is also a loop variable
  i = 1
  do i = 1, n
    a(i) = 0
  end do
end subroutine

subroutine dummy_as_loop(n, i, a)
  ! CHECK: [[#@LINE+1]]:17: warning: {{.*}} not supported: dummy argument 'i' as a loop variable
  integer :: n, i
  real :: a(n)
  do i = 1, n
    a(i) = 0
  end do
end subroutine

subroutine changing_bounds(n, a)
  integer :: n
  ! CHECK: [[#@LINE+1]]:11: warning: {{.*}} not supported: bounds of array 'a' with 'n', which the subroutine assigns
  real :: a(n)
  n = 1
  a(1) = 0
end subroutine

subroutine large_table(n, a)
  integer :: n, i, k
  real, parameter :: table(20) = [(real(k), k = 1, 20)]
  real :: a(n)
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:12: warning: {{.*}} not supported: constant array 'table' of 20 elements indexed by a variable
    a(i) = table(i)
  end do
end subroutine

! CHECK: [[#@LINE+1]]:1: warning: {{.*}} not supported: elemental subroutine
elemental subroutine each(x)
  real, intent(inout) :: x
  x = 2*x
end subroutine
