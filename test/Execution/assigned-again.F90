! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=37 2>&1 | FileCheck %s
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=1 2>&1 | FileCheck %s --check-prefix=OK
! RUN: %loopyc %s --verify --target=c -o %t 2>&1 | FileCheck %s --check-prefix=VERIFY
! Scalars that choose elements and are assigned in several places: what a
! subscript means is what was assigned last before it.
! VERIFY-NOT: not verified

! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL
! SERIAL-NOT: warning: kernel '{{copied|shared}}'
! SERIAL: warning: kernel 'changed': the loop over 'j' stays
! SERIAL: warning: kernel 'sometimes': the loop over 'i' stays
! SERIAL: warning: kernel 'of_another': the loop over 'i' stays

! The copy of a loop variable: parallel.
! CHECK-DAG: check: copied: opencl: ok
! CHECK-DAG: check: copied: c: ok
! OK-DAG: check: copied: opencl: ok
subroutine copied(n, u, v)
  integer n, i, l
  real u(n), v(n)
  intent(in) n, u
  l = 1
  do 100 i = 1, n
    l = i
    if (u(l) .lt. 0.5) go to 100
    v(l) = sqrt(u(l))
100 continue
end subroutine

! One for two purposes, in nested loops.
! CHECK-DAG: check: shared: opencl: ok
! CHECK-DAG: check: shared: c: ok
! OK-DAG: check: shared: opencl: ok
subroutine shared(n, u, v)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n, n)
  real(8), intent(inout) :: v(n, n)
  integer :: i, j, l
  do j = 1, n
    l = j
    v(l, j) = 0
    do i = 1, j - 1
      l = n + 1 - i
      v(i, j) = v(i, j) + u(l, j)
    end do
    do i = j + 1, n
      l = i
      v(l, j) = 2*u(l, j)
    end do
  end do
end subroutine

! Changed on the way, by an iteration before, or where a condition holds: it is
! not known, and the loops are serial.
! CHECK-DAG: check: changed: opencl: ok
! CHECK-DAG: check: changed: c: ok
! CHECK-DAG: check: sometimes: opencl: ok
! CHECK-DAG: check: sometimes: c: ok
! CHECK-DAG: check: of_another: opencl: ok
! CHECK-DAG: check: of_another: c: ok
! OK-DAG: check: changed: opencl: ok
! OK-DAG: check: sometimes: opencl: ok
! OK-DAG: check: of_another: opencl: ok
subroutine changed(n, v)
  integer, intent(in) :: n
  real(8), intent(inout) :: v(2*n)
  integer :: i, j, l
  do j = 1, n
    l = j
    do i = 1, 3
      v(l) = v(l) + i
      l = min(l + 1, 2*n)
    end do
  end do
end subroutine

subroutine sometimes(n, u, v)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(inout) :: v(n)
  integer :: i, l
  do i = 1, n
    l = i
    if (u(i) > 0.5d0) l = 1
    v(l) = v(l)*0.5d0 + i
  end do
end subroutine

! The condition is another one at its use.
subroutine of_another(n, u, c, v)
  integer, intent(in) :: n
  real(8), intent(in) :: u(n)
  real(8), intent(inout) :: c(n), v(n)
  integer :: i, l
  l = n
  do i = 1, n
    if (c(i) > 0.5d0) l = i
    c(i) = u(i)
    if (c(i) > 0.5d0) v(l) = v(l)*0.5d0 + i
  end do
end subroutine
