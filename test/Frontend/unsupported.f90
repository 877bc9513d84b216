! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck --implicit-check-not=warning: %s
! Each construct without a counterpart in a kernel is named, where it stands;
! the subroutine stays on the host. (The first one is translated; of those without
! a loop, an array statement or a call nobody misses a kernel.)

subroutine supported(x)
  real :: x
  x = 1
end subroutine

subroutine greets(x)
  real :: x
  print *, 'hello', x
end subroutine

elemental subroutine twice(x)
  real, intent(inout) :: x
  if (x > 0) x = 2*x
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
  do i = 1, 3
  ! CHECK: unsupported.f90:[[#@LINE+1]]:3: warning: {{.*}} not supported: write statement
  write (*, *) a(1)
  end do
end subroutine

subroutine prints(n, a)
  integer :: n
  real :: a(n)
  do i = 1, 3
  ! CHECK: [[#@LINE+1]]:14: warning: {{.*}} not supported: print statement
  if (n > 0) print *, a(1)
  end do
end subroutine

subroutine reads(n, a)
  integer :: n
  real :: a(n)
  do i = 1, 3
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: read statement
  read (*, *) a
  end do
end subroutine

subroutine allocates(n)
  integer :: n
  real, allocatable :: w(:)
  do i = 1, 3
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: allocate statement
  allocate (w(n))
  end do
end subroutine

subroutine jumps_back(n, a)
  integer :: n
  real :: a(n)
10 a(1) = a(1) + 1
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: goto statement back to label 10; write a loop, with exit and cycle
  if (a(1) < 5) goto 10
end subroutine

subroutine jumps_inside(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: goto statement into the construct with label 10
  if (a(1) < 5) goto 10
  if (n > 0) then
10  a(1) = 0
  end if
end subroutine

subroutine endless_loop(x)
  real :: x
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: loop that nothing leaves; write an exit
  do
    x = x/2
  end do
end subroutine

subroutine zero_step(n, a)
  integer :: n, i
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:16: warning: {{.*}} the step of this loop is 0
  do i = 1, n, 0
    a(i) = 0
  end do
end subroutine

subroutine selects(x)
  real :: x
  character, parameter :: kinds(2) = ['a', 'b']
  ! CHECK: [[#@LINE+1]]:16: warning: {{.*}} not supported: select case of characters; give the cases numbers
  select case (kinds(int(x)))
  case ('a')
    x = 1
  end select
end subroutine

subroutine associates(n, k, a)
  integer :: n, k(n)
  real :: a(n, n)
  associate (row => a(1, k))
    ! CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} not supported: element of a part of 'a' by a vector subscript, which an associate construct gives a name; write that itself
    a(2, 2) = row(2)
  end associate
end subroutine

subroutine calling_selector(n, a)
  integer :: n
  real :: a(n)
  integer, external :: counted
  ! CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} not supported: function 'counted' in what an associate construct gives a name; keep its value in a variable before
  associate (x => a(counted(n)))
    x = 1
    x = x + 1
  end associate
end subroutine

subroutine moving_selector(n, a)
  integer :: n, i
  real :: a(n)
  i = 1
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: associate construct that changes 'i', a subscript
  associate (x => a(i))
    i = 2
    x = 1
  end associate
end subroutine

subroutine saved_in_block(x)
  real :: x(3)
  integer :: i
  do i = 1, 3
    block
      real, save :: y
      ! CHECK: [[#@LINE+1]]:7: warning: {{.*}} not supported: variable 'y' of a block that is allocatable, a pointer or saved
      y = 1
      x(i) = y
    end block
  end do
end subroutine

subroutine stops
  do i = 1, 3
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: stop statement
  stop
  end do
end subroutine

subroutine function_call(n, a)
  integer :: n
  real :: a(n)
  real, external :: f
  ! CHECK: [[#@LINE+1]]:17: warning: {{.*}} not supported: call of 'f', whose source was not found
  a(1) = 2*(1 + f(a(1)))
end subroutine

subroutine derived_type(n, p)
  type point
    real, allocatable :: x
  end type
  integer :: n
  type(point) :: p(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: component 'x', which lies apart in each element (allocatable, a pointer, of no constant shape), of an element that
  p(n + 1)%x = 0
end subroutine

subroutine characters(c)
  character(len=1) :: c(9)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: character data
  c = 'x'
end subroutine

subroutine extended(x)
  ! CHECK: [[#@LINE+1]]:15: warning: {{.*}} not supported: real(10) data: variable 'x'
  real(10) :: x(9)
  x = 1
end subroutine

subroutine quadruple(x)
  real :: x(9)
  real(16) :: y(9)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: real(16) data
  y = x
end subroutine

subroutine changing_bounds(n, a)
  integer :: n
  ! CHECK: [[#@LINE+1]]:11: warning: {{.*}} not supported: bounds of array 'a' with 'n', which the subroutine assigns
  real :: a(n)
  n = 1
  a = 0
end subroutine

subroutine optionals(x, y)
  real, optional :: x
  real :: y(9)
  y = 1
  ! CHECK: [[#@LINE+1]]:17: warning: {{.*}} not supported: optional dummy argument 'x'
  if (y(1) > 0) x = 1
end subroutine
