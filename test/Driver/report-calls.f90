! RUN: %loopyc --report %s | FileCheck %s
! Loops of what is called stand on the line of the call.
! CHECK: lines 8 to 10: do i in 'relax': parallel, in kernel 'relax'
module calls
contains
  subroutine relax(n, e)
    integer, intent(in) :: n; real(8), intent(inout) :: e(n); integer :: i
    do i = 1, n
      e(i) = 0.5d0*e(i)
    end do
  end subroutine
end module
! CHECK: lines 21 to 24: do it in 'driver': parallel, in kernel 'driver'
! CHECK-NEXT: line 21: do it: reduction of e (product)
! CHECK-NEXT: line 23: do i, of what is called: parallel, spread over the device
subroutine driver(n, e)
  use calls
  integer, intent(in) :: n
  real(8), intent(inout) :: e(n)
  integer :: it
  do it = 1, 3
    ! three times
    call relax(n, e)
  end do
end subroutine
