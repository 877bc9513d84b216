! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LEN=64 --check --verify --target=opencl,c -Wno-serial -Wno-branches --param n=131 --param m=7 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 -DIK=8 --set LEN=7 --check --target=opencl,c -Wno-serial -Wno-branches --param n=98 --param m=1 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=8 --set LEN=48 --set OUTER="'g.0'" --check --verify --target=opencl,c -Wno-serial -Wno-branches --param n=131 --param m=3 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=32 --set OUTER="'g.0'" --check --target=opencl,c -Wno-serial -Wno-branches --param n=1 --param m=0 -o %t | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 -DIK=4 --set LEN=32 --set OUTER="'g.0'" --check --target=opencl,c -Wno-serial -Wno-branches --param n=0 --param m=2 -o %t | FileCheck %s
! RUN: %loopyc %s -DRK=8 -DIK=4 --set LEN=32 --set OUTER="'g.0'" -Wno-serial --emit=device -o - | FileCheck %s --check-prefix=CODE
! What iterations give one value, if any does: .true., an error number, -1 for a
! row. A place of an extremum is part of that, and nothing else; the value for
! other work-items is read behind the loop.
! CHECK-DAG: check: flags: opencl: ok
! CHECK-DAG: check: flags: c: ok
! CHECK-DAG: check: errors: opencl: ok
! CHECK-DAG: check: errors: c: ok
! CHECK-DAG: check: places: opencl: ok
! CHECK-DAG: check: places: c: ok
! CODE-LABEL: void flags(
! CODE: over_partial = over_partial || 1;
! CODE: over_parts[gid(0)] = over_shared[0]
! CODE-LABEL: void flags_0(
! CODE: if (over_shared{{.*}}[0])
! CODE: over[0] = 1;
! CODE-LABEL: void places(
! CODE-NOT: hit_partial ||
subroutine flags(n, m, a, d, over, under)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: d(n)
  logical, intent(inout) :: over, under
  logical :: any
  integer :: i
  over = .false.
  any = .false.
  do i = 1, n
    d(i) = 2*a(i)
    if (a(i) > real(0.98, RK)) over = .true.
    if (a(i) < real(0.5, RK)) any = .true.
    if (a(i) > 2) under = .false.
    if (d(i) > real(1.99, RK)) over = .true.
  end do
  if (any) d = d + 1
end subroutine
subroutine errors(n, m, code, a, ierr, rows)
  implicit none
  integer, intent(in) :: n, m
  integer(IK), intent(in) :: code
  real(RK), intent(inout) :: a(m, n)
  integer(IK), intent(inout) :: ierr, rows(m)
  integer :: i, j
  do i = 1, n
    do j = 1, m
      if (a(j, i) < real(0.02, RK)) then
        ierr = code
        rows(j) = -1
      end if
      a(j, i) = sqrt(abs(a(j, i)))
    end do
  end do
end subroutine
subroutine places(n, m, a, low, hit)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: low
  integer(IK), intent(inout) :: hit
  integer :: i
  do i = 1, n
    if (a(i) < low) then
      low = a(i)
      hit = 1
    end if
  end do
end subroutine
!$loopy begin
! outer = globals().get("OUTER")
! flags, errors, places = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [lp.split_iname(errors, "i", LEN, inner_tag="l.0")]
! for k in (flags, places):
!     k = lp.split_iname(k, "i", LEN, inner_tag="l.0", outer_tag=outer)
!     RESULT.append(lp.insert_global_barriers(k) if outer else k)
!$loopy end
