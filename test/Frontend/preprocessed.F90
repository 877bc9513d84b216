! RUN: %loopyc --no-map-parallel --emit=ir -o - %s -I %inputs -DSCALE=3 -DDROP -UDROP | FileCheck %s
! RUN: %loopyc --no-map-parallel --emit=ir -o - %s -I %inputs -DSCALE=3 -DDROP | FileCheck --check-prefix=DROP %s
! RUN: %loopyc -fsyntax-only -MM %s -I %inputs -DSCALE=3 | FileCheck --check-prefix=DEPS %s
! CHECK: shape: (12)
! CHECK: a[i] = 3.0*a[i]
! CHECK: a[i] = a[i] + 7.0
! DROP: shape: (12)
! DROP: a[i] = 3.0*a[i]
! DROP-NOT: 7.0
! DEPS: preprocessed.F90
! DEPS-DAG: extent.inc
! DEPS-DAG: offset.h
#include "offset.h"
subroutine scaled(a)
  implicit none
  include 'extent.inc'
  real :: a(extent)
  integer :: i
  do i = 1, extent
    a(i) = SCALE*a(i)
#ifndef DROP
    a(i) = a(i) + OFFSET
#endif
  end do
end subroutine
