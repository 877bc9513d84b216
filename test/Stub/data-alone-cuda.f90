! Of a source that has directives for data alone, nothing is left that nobody
! calls: nvcc would warn of it.
! RUN: %loopyc %s --target=cuda -o %t && FileCheck %s --input-file=%t.cu
! CHECK: #include "{{.*}}.h"
! CHECK-NOT: static
program main
  implicit none
  real :: a(100)
  a = 1
  !$loopy enter data: a
  a(1) = 2
  !$loopy update device: a
  !$loopy exit data: a
  print *, a(1)
end program
