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
  ! CHECK: unsupported.f90:[[#@LINE+1]]:3: warning: 'calls' stays on the host: not supported: call of 'helper', whose source was not found; give its file on the command line, or its directory with -I
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

subroutine masked(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: where statement
  where (a > 0) a = 1
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

subroutine array_assignment(n, a)
  integer :: n
  real :: a(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: array assignment
  a = 0
end subroutine

subroutine array_function(n, a, s)
  integer :: n
  real :: a(n), s
  ! CHECK: [[#@LINE+1]]:11: warning: {{.*}} not supported: intrinsic 'sum' of an array
  s = 1 + sum(a)
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
    real :: x
  end type
  integer :: n
  type(point) :: p(n)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: component 'x' of an element of an array
  p(1)%x = 0
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

! The loop changes a bound that its variable's value behind it depends on.
subroutine changed_bound(n, a, at)
  integer :: n, i, at
  real :: a(*)
  ! CHECK: [[#@LINE+1]]:3: warning: {{.*}} not supported: value of the loop variable 'i' after a loop that changes its bounds
  do i = 1, n
    n = n - 1
    a(i) = 0
  end do
  at = i
end subroutine
