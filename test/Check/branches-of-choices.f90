! Cases of `select case`, and masks of `where`, are branches as conditions are.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c 2>%t | FileCheck %s
! RUN: FileCheck %s --check-prefix=WARN --implicit-check-not=warning < %t
! CHECK: check: chosen: c: ok
! CHECK-NEXT: check: chosen: 3 of 6 branches taken
! CHECK: check: masked: c: ok
! CHECK-NEXT: check: masked: 6 of 8 branches taken
! CHECK: check: pure_ones: c: ok
! CHECK-NEXT: check: pure_ones: 2 of 2 branches taken
subroutine chosen(n, k, x)
  integer, intent(in) :: n, k(n)
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    outer: select case (min(max(k(i), 1), 2))
    case (1)
      x(i) = 1
    case (2); x(i) = 2 ! case (9)
    case (3, &
          4:5)
    ! WARN: of-choices.f90:[[#@LINE-2]]:11: warning: no run of --check takes all branches of 'chosen': this case is never chosen; choose inputs with --init k=EXPR [-Wbranches]
      x(i) = 3
    case default outer
    ! WARN: of-choices.f90:[[#@LINE-1]]:5: warning: {{.*}}: this case is never chosen
      x(i) = 4
    end select outer
    select case (x(i) > 0)
    case (.true.)
      x(i) = x(i) + 1
    case (.false.)
    ! WARN: of-choices.f90:[[#@LINE-1]]:11: warning: {{.*}}: this case is never chosen
    end select
  end do
end subroutine
subroutine masked(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  where (x > 0)
    y = 1
  elsewhere (x**2 < 0)
    ! WARN: of-choices.f90:[[#@LINE-1]]:14: warning: {{.*}}: this mask is never true; choose inputs with --init x=EXPR
    y = 2
  elsewhere
    y = 3
  end where
  where (y > 1) y = y + x
  where (x == x) y = 2*y
  ! WARN: of-choices.f90:[[#@LINE-1]]:10: warning: {{.*}}: this mask is never false
end subroutine
! Only pure procedures can be called there.
subroutine pure_ones(n, x, y)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do concurrent (i = 1:n)
    if (x(i) > 1d6) then
      y(i) = 1
    end if
  end do
  forall (i = 1:n, x(i) > 2d6) y(i) = 2
  do i = 1, n
    if (x(i) > 0) y(i) = 3
  end do
end subroutine
