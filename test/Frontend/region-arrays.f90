! Arrays of the procedure that carry no value into a region or out of it are
! its temporaries; others are arguments.
! RUN: %loopyc %s --target=c --emit=ir -o - | FileCheck %s
module m
contains
  subroutine flows(n, x, y)
    integer, intent(in) :: n
    real, intent(inout) :: x(n), y(n)
    real :: own(0:3), shared(4), partly(4), read_after(4), before(4), turn(4)
    real :: automatic(n), guarded(4), large(200, 100), again(2)
    real, save :: kept(4)
    integer :: i, k, step
    before = 1
    turn = 0
    do step = 1, 2
! CHECK: KERNEL: one
! CHECK: ARGUMENTS:
! CHECK-NOT: own:
! CHECK-NOT: shared:
! CHECK-NOT: again:
! CHECK-NOT: automatic:
! CHECK-NOT: large:
! CHECK-DAG: {{^}}partly: type
! CHECK-DAG: {{^}}read_after: type
! CHECK-DAG: {{^}}before: type
! CHECK-DAG: {{^}}turn: type
! CHECK-DAG: {{^}}guarded: type
! CHECK-DAG: {{^}}kept: type
! CHECK: TEMPORARIES:
! CHECK-DAG: {{^}}own: type
! CHECK-DAG: {{^}}shared: type
! CHECK-DAG: {{^}}again: type
! CHECK-DAG: {{^}}automatic: type
! CHECK-DAG: {{^}}large: type
! CHECK: DOMAINS:
      !$loopy begin kernel: one
      do i = 1, n
        do k = 0, 3
          own(k) = x(i) + k
          shared(k + 1) = own(k)
          read_after(k + 1) = own(k)
          kept(k + 1) = own(k)
          large(k + 1, 1) = own(k)
          if (x(i) > 0) guarded(k + 1) = own(k)
        end do
        do k = 1, 3
          partly(k) = own(k)
        end do
        again(1) = own(0)
        again(2) = own(3)
        automatic(i) = own(1)
        do k = 1, 4
          x(i) = x(i) + own(4 - k) + shared(k) + read_after(k) + before(k) &
                 + kept(k) + large(k, 1) + guarded(k) + partly(k) + turn(k)
        end do
        x(i) = x(i) + automatic(i) + again(1)*again(2)
        do k = 1, 4
          turn(k) = own(k - 1)
        end do
      end do
      !$loopy end kernel: one
! CHECK: KERNEL: two
! CHECK: ARGUMENTS:
! CHECK-NOT: shared:
! CHECK: TEMPORARIES:
! CHECK: shared: type
! CHECK: DOMAINS:
      !$loopy begin kernel: two
      do i = 1, n
        do k = 1, 4
          shared(k) = y(i)*k
        end do
        y(i) = shared(1) + shared(4)
      end do
      !$loopy end kernel: two
    end do
    print *, read_after(2)
  end subroutine
end module
