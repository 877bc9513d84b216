! RUN: %loopyc -fsyntax-only %s 2>&1 | FileCheck %s
! Each call that cannot be inlined is named, with the reason at its place, the
! calls that led there, and what to do.
module m
  implicit none
  real, private :: offset = 1
contains
  subroutine fill(x, k)
    integer, intent(in) :: k
    real, intent(out) :: x(k)
    integer :: i
    do i = 1, k
      x(i) = 0
    end do
  end subroutine
  subroutine report(x)
    real, intent(in) :: x
    ! CHECK-DAG: calls-refused.f90:[[#@LINE+1]]:5: warning: 'chain' stays on the host: not supported: write statement
    write (*, *) x
  end subroutine
  subroutine check(x)
    real, intent(in) :: x
    ! CHECK-DAG: calls-refused.f90:[[#@LINE+1]]:5: note: in subroutine 'report', which is called here
    if (x < 0) call report(x)
  end subroutine
  recursive subroutine again(x, k)
    real, intent(inout) :: x
    integer, intent(in) :: k
    x = x + 1
    ! CHECK-DAG: [[#@LINE+1]]:5: warning: {{.*}} call of 'again', which calls itself (again -> again); a recursive procedure cannot be inlined: write a loop
    if (k > 0) call again(x, k - 1)
  end subroutine
  real function counted(x)
    real, intent(inout) :: x
    x = x + 1
    counted = x
  end function
  subroutine keeps(x)
    real, intent(out) :: x
    integer, save :: calls = 0
    ! CHECK-DAG: [[#@LINE+1]]:{{.*}} 'saved_variable' stays on the host: not supported: local variable 'calls' that keeps its value
    calls = calls + 1
    x = calls
  end subroutine
  subroutine raise(k)
    integer, intent(inout) :: k
    k = k + 1
  end subroutine
  subroutine sized(x, k)
    integer, intent(inout) :: k
    real, intent(inout) :: x(k)
    k = 1
    x(1) = 0
  end subroutine
  subroutine total(x, k, s)
    integer, intent(in) :: k
    real, intent(in) :: x(k)
    real, intent(out) :: s
    s = x(1)
  end subroutine
  subroutine strided(x, n, k)
    integer, intent(in) :: n, k
    real, intent(inout) :: x(2, n*n/2)
    ! CHECK-DAG: [[#@LINE+1]]:5: warning: 'every_other' stays on the host: where the elements of 'x' of 'fill' are in 'a' cannot be shown: its extent k may go beyond {{.*}}; pass a section of its shape
    call fill(x(1:1, :), k)
  end subroutine
  subroutine private_offset(x)
    real, intent(inout) :: x
    x = x + offset
  end subroutine
  subroutine optional_read(x, high)
    real, intent(inout) :: x
    real, intent(in), optional :: high
    x = min(x, high)
  end subroutine
end module

subroutine chain(x)
  use m
  real, intent(in) :: x
  integer :: i
  do i = 1, 3
    ! CHECK-DAG: [[#@LINE+1]]:5: note: in subroutine 'check', which is called here
    call check(x)
  end do
end subroutine

subroutine every_other(n, k, a)
  use m
  integer, intent(in) :: n, k
  real, intent(inout) :: a(n, n)
  call strided(a, n, k)
end subroutine

subroutine recursion(x)
  use m
  real, intent(inout) :: x
  ! CHECK-DAG: [[#@LINE+1]]:3: note: in subroutine 'again', which is called here
  call again(x, 3)
end subroutine

subroutine side_effect(x, y)
  use m
  real, intent(inout) :: x, y
  ! CHECK-DAG: [[#@LINE+1]]:{{.*}} function 'counted' changes 'x', but whether an operand of .and. and .or. is evaluated is up to the compiler
  if (y > 0 .and. counted(x) > 0) y = 0
end subroutine

subroutine order(x, y)
  use m
  real, intent(inout) :: x, y
  ! CHECK-DAG: [[#@LINE+1]]:{{.*}} function 'counted' changes 'x', which this statement mentions, too; call it in a statement before
  y = x + counted(x)
end subroutine

subroutine saved_variable(n, x)
  use m
  integer, intent(in) :: n
  real, intent(out) :: x(n)
  integer :: i
  do i = 1, n
    ! CHECK-DAG: [[#@LINE+1]]:5: note: in subroutine 'keeps', which is called here
    call keeps(x(i))
  end do
end subroutine

subroutine vector_subscript(n, ix, a, s)
  use m
  integer, intent(in) :: n, ix(n)
  real, intent(in) :: a(n)
  real, intent(out) :: s
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} 'same_way' assigns its argument 'x', for which this call passes elements that a vector subscript chooses; pass a variable
  call same_way(a(ix), s)
end subroutine

subroutine same_way(x, s)
  real :: x(*), s
  s = x(1)
  x(1) = 0
end subroutine

! Elements are chosen when the call begins.
subroutine changed_vector(n, ix, a, s)
  use m
  integer, intent(in) :: n
  integer, intent(inout) :: ix(n)
  real, intent(in) :: a(n)
  real, intent(out) :: s
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} 'exchanging' changes 'ix', by whose values this call chooses elements; choose them by a copy of 'ix'
  call exchanging(a(ix), ix, s)
contains
  subroutine exchanging(x, other, t)
    real, intent(in) :: x(:)
    integer, intent(inout) :: other(:)
    real, intent(out) :: t
    other(1) = other(2)
    t = x(1)
  end subroutine
end subroutine

subroutine changing(n, k, a)
  use m
  integer, intent(in) :: n
  integer, intent(inout) :: k
  real, intent(inout) :: a(n)
  ! CHECK-DAG: {{.*}} 'changing' stays on the host: not supported: bounds of array 'x' with 'k', which 'sized' assigns
  call sized(a, k)
end subroutine

subroutine missing(x)
  use m
  real, intent(inout) :: x
  ! CHECK-DAG: {{.*}} 'missing' stays on the host: the optional argument 'high' is absent in this call, but read; test it with 'present'
  call optional_read(x)
end subroutine

subroutine unknown(x)
  real, intent(inout) :: x
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} not supported: call of 'elsewhere', whose source was not found; give its file on the command line, or its directory with -I
  call elsewhere(x)
end subroutine

subroutine wrong_kind(x)
  real(8), intent(inout) :: x
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} the argument for 'y' of 'single' is real(8), but it is declared as real(4); pass what has its type
  call single(x)
end subroutine

subroutine single(y)
  real, intent(inout) :: y
  y = 0
end subroutine

subroutine constant(x)
  real, intent(inout) :: x
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} 'single' assigns its argument 'y', for which this call passes 1.0; pass a variable
  call single(1.0)
  x = 0
end subroutine

subroutine hidden_variable(x)
  use m
  real, intent(inout) :: x
  call private_offset(x)
end subroutine

subroutine intrinsic_call(x)
  real, intent(out) :: x
  ! CHECK-DAG: [[#@LINE+1]]:3: warning: {{.*}} not supported: call of intrinsic procedure 'random_number'
  call random_number(x)
end subroutine
