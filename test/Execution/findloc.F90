! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c -Wno-serial -Wno-branches --param n=150 --param m=3 -o %t | FileCheck %s --check-prefixes=CHECK,OPENCL
! RUN: %loopyc %s --check --verify --target=c -Wno-serial -Wno-branches --param n=11 --param m=5 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches --param n=0 --param m=3 -o %t | FileCheck %s
! RUN: %loopyc %s --check --target=c -Wno-serial -Wno-branches --param n=1 --param m=1 -o %t | FileCheck %s
! RUN: %loopyc %s --print-script --target=opencl | FileCheck %s --check-prefix=SCRIPT
! RUN: %loopyc %s -fsyntax-only -DVARIABLE 2>&1 | FileCheck %s --check-prefix=REFUSED
! Where the first element that is a value stands, or the last one.
! OPENCL-DAG: check: whole: opencl: ok
! CHECK-DAG: check: whole: c: ok
! OPENCL-DAG: check: along: opencl: ok
! CHECK-DAG: check: along: c: ok
! OPENCL-DAG: check: of_others: opencl: ok
! CHECK-DAG: check: of_others: c: ok
! OPENCL-DAG: check: inside: opencl: ok
! CHECK-DAG: check: inside: c: ok
! OPENCL-DAG: check: own: opencl: ok
! CHECK-DAG: check: own: c: ok
! It is a parallel reduction.
! SCRIPT: knl = t["whole"]
! SCRIPT: knl = lp.split_iname(knl, "i1_inner", {{.*}}outer_tag="g.0", inner_tag="l.0")
subroutine whole(n, m, a, k)
  implicit none
  integer, intent(in) :: n, m, a(n, m)
  integer, intent(inout) :: k(12)
  k(1) = findloc(a(:, 1), 3, dim=1)
  k(2) = findloc(a(:, 1), 4, dim=1, back=.true.)
  k(3) = findloc(a(:, 1), 999, dim=1)
  k(4) = findloc(a(:, m), 4, 1, a(:, 1) > 2)
  k(5:6) = findloc(a, 5)
  k(7:8) = findloc(a, 6, back=.true.)
  k(9:10) = findloc(2*a, 4, mask=a(:, :) < 4)
  k(11:11) = findloc(a(:, m), 7_8, kind=8)
  k(12) = sum(findloc(a, -1))
end subroutine

subroutine along(n, m, a, k, l, b)
  implicit none
  integer, intent(in) :: n, m, a(n, m)
  integer, intent(inout) :: k(m), l(n)
  integer(8), intent(inout) :: b(m)
  k = findloc(a, 3, dim=1)
  l = findloc(a, 3, dim=2, back=.true.) + 1
  b = findloc(a, 2, dim=1, mask=a < 3, kind=8)
end subroutine

subroutine of_others(n, x, z, l, k)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  complex(8), intent(in) :: z(n)
  logical(1), intent(in) :: l(n)
  integer, intent(inout) :: k(5)
  k(1) = findloc(nint(x), 1, dim=1)
  k(2) = findloc(aint(4*x), 2d0, dim=1)
  k(3) = findloc(l, .true., dim=1)
  k(4) = findloc(l, .false., dim=1, back=.true.)
  k(5) = findloc(aint(real(z)), 0, dim=1)
end subroutine

subroutine inside(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m, a(n, m)
  real(8), intent(inout) :: b(m)
  integer :: j
  do j = 1, m
    if (findloc(a(:, j), j, dim=1) > 1) b(j) = b(j) + findloc(a(:, j), j, dim=1, back=.true.)
  end do
end subroutine

! Values of what is assigned are those from before.
subroutine own(n, m, a, b, k)
  implicit none
  integer, intent(in) :: n, m, a(n, m)
  integer, intent(inout) :: b(m), k
  b = findloc(a, b(1), dim=1)
  k = findloc(a(:, 1), k, dim=1)
  b(m:1:-1) = findloc(a, b(m), dim=1, mask=a > k)
end subroutine

#ifdef VARIABLE
! REFUSED: [[#@LINE+5]]:3: warning: {{.*}} not supported: findloc whose argument 'back' is not a constant
subroutine either_way(n, a, back, k)
  integer, intent(in) :: n, a(n)
  logical, intent(in) :: back
  integer, intent(out) :: k
  k = findloc(a, 3, dim=1, back=back)
end subroutine
#endif
