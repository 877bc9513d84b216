! A variable of the host that internal procedures read is the kernel's own where
! these are called in the region alone, or behind another assignment.
! RUN: %loopyc %s --emit=ir -o - -Wno-serial | FileCheck %s

! CHECK: KERNEL: scale
! CHECK: ARGUMENTS:
! CHECK-NEXT: b: type
! CHECK-NEXT: a: type
! CHECK-NEXT: called: type: float32, shape: () inout
! CHECK-NEXT: passed: type: float32, shape: () inout
! CHECK-NEXT: pointed: type: float32, shape: () inout
! CHECK-NEXT: deep: type: float32, shape: () inout
! CHECK-NEXT: operated: type: float32, shape: () inout
! CHECK-NEXT: given: ValueArg
! CHECK-NEXT: kept: type: float32, shape: () inout
! CHECK-NEXT: ---
! CHECK-NEXT: TEMPORARIES:
! CHECK-NEXT: own: type: float32, shape: ()
! CHECK-NEXT: overwritten: type: float32, shape: ()
! CHECK-NEXT: several: type: float32, shape: (2)
program host
  implicit none
  integer, parameter :: n = 50
  real :: a(n), b(n), own, called, passed, pointed, deep, operated, given, kept
  real :: overwritten, several(2)
  integer :: i
  procedure(reads_called), pointer :: p
  interface operator(.plus.)
    procedure plus
  end interface
  a = 0.5
  p => reads_pointed
  given = 7
  kept = 5
  !$loopy begin kernel: scale
  do i = 1, n
    b(i) = 0
    if (a(i) < 0.5) cycle
    own = a(i)
    called = 2*a(i)
    passed = 3*a(i)
    pointed = 4*a(i)
    deep = 5*a(i)
    operated = 6*a(i)
    overwritten = 7*a(i)
    several(1) = a(i)
    several(2) = 2*a(i)
    call add(b(i))
  end do
  !$loopy end kernel: scale
  call reads_called()
  call apply(reads_passed)
  call p()
  call indirectly()
  b(2) = b(1) .plus. 3.0
  overwritten = 1
  call reads_overwritten()
contains
  subroutine add(x)
    real, intent(out) :: x
    x = own + called + passed + pointed + deep + operated + given + kept
    x = x + overwritten + several(1)*several(2)
    kept = kept*1.5
  end subroutine
  subroutine reads_called()
    print *, called
  end subroutine
  subroutine apply(procedure)
    procedure(reads_called) :: procedure
    call procedure()
  end subroutine
  subroutine reads_passed()
    print *, passed
  end subroutine
  subroutine reads_pointed()
    print *, pointed
  end subroutine
  subroutine indirectly()
    call reads_deep()
  end subroutine
  subroutine reads_deep()
    print *, deep
  end subroutine
  real function plus(l, r)
    real, intent(in) :: l, r
    plus = l + r + operated
  end function
  subroutine reads_overwritten()
    print *, overwritten
  end subroutine
end program
