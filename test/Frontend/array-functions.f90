! RUN: %loopyc --print-after=scalarize-arrays --stop-after=frontend %s 2>&1 | FileCheck %s
! A function that returns an array fills one before the statement; an elemental
! subroutine is called with elements.
module m
  integer :: calls = 0
contains
  function pair(x, k)
    real, intent(in) :: x(:)
    integer, intent(in) :: k
    real :: pair(size(x) + k)
    pair = x(1)
  end function
  elemental subroutine add(x, y)
    real, intent(inout) :: x
    real, intent(in) :: y
    x = x + y
  end subroutine
  function counted(x)
    real, intent(in) :: x
    real :: counted(2)
    calls = calls + 1
    counted = x
  end function

  ! CHECK-LABEL: subroutine sized
  ! CHECK: locals: {{.*}}pair_r
  ! CHECK: call pair(x => b, k => n + 1, pair => pair_r
  ! CHECK-NEXT: do i1 = 0, 2*n
  ! CHECK-NEXT: a[i1] = 2.0*pair_r[i1]
  subroutine sized(n, a, b)
    integer, intent(in) :: n
    real, intent(out) :: a(2*n + 1)
    real, intent(in) :: b(n)
    a = 2*pair(b, n + 1)
  end subroutine

  ! What it reads of what it changes is read before.
  ! CHECK-LABEL: subroutine each
  ! CHECK: values[i1] = a[n - i1 - 1]
  ! CHECK: do i1
  ! CHECK-NEXT: not supported
  ! CHECK-NEXT: call add(x => a(i1 + 1), y => values(i1)
  subroutine each(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    call add(a, (a(n:1:-1)))
  end subroutine

  ! CHECK: [[#@LINE+4]]:5: warning: 'effect' stays on the host: function 'counted' changes 'calls'; make it a subroutine, with an argument for the result
  subroutine effect(a)
    real, intent(out) :: a(2)
    a(1) = 1
    a = counted(a(1))
  end subroutine

  ! CHECK: [[#@LINE+6]]:7: warning: 'unsized' stays on the host: not supported: array statement that needs an array for its values whose size is not known where the kernel begins
  subroutine unsized(n, k, a)
    integer, intent(in) :: n, k(n)
    real, intent(out) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = sum(pair(a(1:k(i)), i))
    end do
  end subroutine
end module
