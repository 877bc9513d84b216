! Branches that no input has taken are counted, in the lines of the source.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c | FileCheck %s
! CHECK: check: branches: c: ok: {{.*}} 3 runs)
! CHECK-NEXT: check: branches: note: 4 of 10 branches never taken: line [[#@LINE+16]] (never true), line [[#@LINE+22]] (never true), line [[#@LINE+23]] (never reached){{$}}
! CHECK-NEXT: check: taken: c: ok
! CHECK-NEXT: check: region: c: ok
! CHECK-NEXT: check: region: note: 1 of 2 branches never taken: line [[#@LINE+40]] (never false)
! CHECK-NOT: check:
!
! One line for all targets:
! RUN: %loopyc %s --check --target=c,c | FileCheck %s --check-prefix=TARGETS
! TARGETS: note
! TARGETS-NOT: branches: note
subroutine branches(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (x(i) > 1000) then; y(i) = 1
    else if (y(i) < 0 .and. &  ! if (x(i) > 2)
             x(i) < 0) then
      y(i) = 2
    end if
    if (i == 1) y(i) = max(y(i), 0.5d0)
    if (x(i) > 1000) then
      if (y(i) > 1) y(i) = 3
    end if
    ! if (x(i) > 1000) y(i) = 4
  end do
end subroutine
subroutine taken(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    if (x(i) > 0) x(i) = 2*x(i)
  end do
end subroutine
subroutine host(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  print *, "no kernel"
  !$loopy begin kernel: region
  do i = 1, n
    if (i <= n) x(i) = x(i) + 1
  end do
  !$loopy end kernel: region
end subroutine
