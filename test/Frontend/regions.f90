! RUN: %loopyc --no-map-parallel --emit=ir -o - %s 2>&1 | FileCheck %s
! Statements between the directives of a region carry its tag; regions may
! overlap, and one without statements is worth a warning.
! CHECK: regions.f90:[[#@LINE+20]]:5: warning: region 'nothing' holds no statement
! CHECK-LABEL: KERNEL: tagged
! CHECK: b = a[i]  {id=b_0, tags=load}
! CHECK: c = b*b  {id=c_0, tags=load:square}
! CHECK: a[i] = c  {id=a_0, tags=square}
! CHECK: d = 1.0  {id=d_0}
subroutine tagged(n, a)
  implicit none
  integer :: n, i
  real :: a(n), b, c, d
  do i = 1, n
    !$loopy begin tagged: load
    b = a(i)
    !$LOOPY  BEGIN  TAGGED : square
    c = b*b
    !$loopy end tagged: load
    a(i) = c
    !$loopy end tagged: square
    d = 1
  end do
    !$loopy begin tagged: nothing
    !$loopy end tagged: nothing
end subroutine
