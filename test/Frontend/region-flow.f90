! Which scalars of a region are arguments, which are its own.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s

! CHECK: KERNEL: loop
! CHECK: ARGUMENTS:
! CHECK-NEXT: n: ValueArg
! CHECK-NEXT: x: type
! CHECK-NEXT: carried: type: float32, shape: () inout
! CHECK-NEXT: read_after: type: float32, shape: () inout
! CHECK-NEXT: in_branch: type: float32, shape: () inout
! CHECK-NEXT: host: type: float32, shape: () inout
! CHECK-NEXT: given: ValueArg
! CHECK-NEXT: next_turn: type: float32, shape: () inout
! CHECK-NEXT: ---
! CHECK-NEXT: TEMPORARIES:
! CHECK-NEXT: own: type
! CHECK-NEXT: overwritten: type
subroutine flows(n, x, given)
  integer, intent(in) :: n
  real, intent(inout) :: x(n), given
  real :: own, carried, read_after, overwritten, in_branch, host, next_turn
  integer :: i, step
  carried = 0
  host = 0
  next_turn = 0
  do step = 1, 3
    if (next_turn > 100) print *, next_turn ! of the turn before
    !$loopy begin kernel: loop
    do i = 1, n
      own = 2*x(i)
      carried = carried + own
      read_after = own
      if (own > 1) in_branch = own
      overwritten = own*own
      host = host + overwritten
      x(i) = overwritten + given
      next_turn = own
    end do
    !$loopy end kernel: loop
    overwritten = 1
    print *, read_after, overwritten
    if (step > 1) then
      in_branch = 0
    end if
    print *, in_branch
    own = 3
  end do
  call internal
contains
  subroutine internal
    print *, host
  end subroutine
end subroutine
