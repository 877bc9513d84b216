! Subscripts and loop bounds that the kernel computes before it reads them need
! no values; what they are computed from has those that its own accesses allow.
! What is wrong is found all the same; gfortran computes something else then.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -w | FileCheck %s --implicit-check-not=FAILED
! CHECK: check: countsort: c: ok
! CHECK: check: levels: c: ok
! CHECK: check: old_style: c: ok
! RUN: not %loopyc %s -DWRONG --check --target=c -w 2>&1 | FileCheck %s --check-prefix=WRONG
! WRONG: check: countsort: c: FAILED: order(
! RUN: not %loopyc %S/Inputs/partly-computed.f90 --check --target=c 2>&1 | FileCheck %s --check-prefix=PARTLY
! PARTLY: partly-computed.f90:{{[0-9]+}}:{{[0-9]+}}: error: --check cannot choose values for the integer array 'ktop' of kernel '{{[a-z_]+}}', which bounds a loop
#if defined(WRONG) && defined(__GFORTRAN__)
#define ONE 2
#else
#define ONE 1
#endif
subroutine countsort(np, nc, cell, counts, order)
  implicit none
  integer, intent(in) :: np, nc, cell(np)
  integer, intent(out) :: counts(nc), order(np)
  integer :: p, c, pos(nc)
  counts = 0
  do p = 1, np
    counts(cell(p)) = counts(cell(p)) + 1
  end do
  pos(1) = 1
  do c = 2, nc
    pos(c) = pos(c-1) + counts(c-1)
  end do
  do p = 1, np
    order(pos(cell(p))) = ONE*p
    pos(cell(p)) = pos(cell(p)) + 1
  end do
end subroutine
#ifndef WRONG
subroutine levels(n, kend, nz, q, ktop, kbase)
  implicit none
  integer, intent(in) :: n, kend, nz
  real(8), intent(inout) :: q(n, nz)
  integer, intent(out) :: ktop(n), kbase(n)
  integer :: i, k
  do i = 1, kend ! and nothing beyond
    ktop(i) = 0; kbase(i) = 0
  end do
  do k = nz, 1, -1
    do i = 1, kend
      if (q(i, k) > 0.7d0 .and. kbase(i) == 0) kbase(i) = k
      if (kbase(i) > 0) ktop(i) = k
    end do
  end do
  do i = 1, kend
    if (ktop(i) == 0) cycle
    do k = ktop(i), kbase(i)
      q(i, k) = 0
    end do
  end do
end subroutine
! Nothing says that they are results.
subroutine old_style(n, kend, nz, q, ktop, kbase)
  implicit none
  integer :: n, kend, nz
  real(8) :: q(n, nz)
  integer :: ktop(n), kbase(n)
  integer :: i, k
  ktop = 0; kbase = 0
  do k = nz, 1, -1
    do i = 1, kend
      if (q(i, k) > 0.7d0 .and. kbase(i) == 0) kbase(i) = k
      if (kbase(i) > 0) ktop(i) = k
    end do
  end do
  do i = 1, kend
    if (ktop(i) == 0) cycle
    do k = ktop(i), kbase(i)
      q(i, k) = 0
    end do
  end do
end subroutine
#endif
