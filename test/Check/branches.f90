! Branches of the source are counted; that no input has taken one is a warning
! which says whose values decide.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>%t | FileCheck %s --implicit-check-not=note
! RUN: FileCheck %s --check-prefix=WARN --implicit-check-not=warning < %t
! CHECK: check: branches: c: ok: {{.*}} 3 runs)
! CHECK-NEXT: check: branches: 6 of 10 branches taken
! CHECK-NEXT: check: taken: c: ok
! CHECK-NEXT: check: taken: 2 of 2 branches taken
! CHECK-NEXT: check: region: c: ok
! CHECK-NEXT: check: region: 1 of 2 branches taken
! CHECK-NEXT: check: sizes: c: ok
! CHECK-NEXT: check: sizes: 1 of 2 branches taken
! CHECK-NOT: check:
!
! Said once, whatever the number of targets; an error where that is asked for.
! RUN: %loopyc %s --check --target=c,c 2>&1 | FileCheck %s --check-prefix=TARGETS
! TARGETS-COUNT-5: [-Wbranches]
! TARGETS-NOT: [-Wbranches]
! RUN: not %loopyc %s --check --target=c -Werror=branches 2>&1 | FileCheck %s --check-prefix=ERROR
! ERROR: error: no run of --check takes all branches of 'branches'
! RUN: %loopyc %s --check --target=c -Wno-branches 2>&1 | FileCheck %s --check-prefix=QUIET
! QUIET-NOT: warning
subroutine branches(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    if (abs(x(i)) + x(i)**2 < -1) then; y(i) = 1
    ! WARN: branches.f90:[[#@LINE-1]]:9: warning: no run of --check takes all branches of 'branches': this condition is never true; choose inputs with --init x=EXPR [-Wbranches]
    else if (y(i) < 0 .and. &  ! if (x(i) > 2)
             x(i) < 0) then
      y(i) = 2
    end if
    if (i == 1) y(i) = max(y(i), 0.5d0)
    if (x(i)**2 < 0) then
    ! WARN: branches.f90:[[#@LINE-1]]:9: warning: {{.*}} this condition is never true; choose inputs with --init x=EXPR
      if (y(i) > 1) y(i) = 3
      ! WARN: branches.f90:[[#@LINE-1]]:11: warning: {{.*}} this condition is never reached; choose
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
    ! WARN: branches.f90:[[#@LINE-1]]:9: warning: {{.*}}'region': this condition is never false; choose inputs with --param n=VALUE [-Wbranches]
  end do
  !$loopy end kernel: region
end subroutine
subroutine sizes(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  real(8) :: product
  integer :: i
  do i = 1, n
    y(i) = x(i)
    product = x(i)*n
    if (product < 1d6) y(i) = y(i) + product
    ! WARN: branches.f90:[[#@LINE-1]]:9: warning: {{.*}} this condition is never false; choose inputs with --param n=VALUE or --init x=EXPR [-Wbranches]
  end do
end subroutine
