! RUN: %loopyc %s --target=c --emit=device -o - | FileCheck %s
! A whole allocatable array would be allocated anew for a value of another
! shape: where shapes are not plainly equal, the kernel says what it assumes.
! CHECK: sweep: sweep in array-allocatables.f90
! CHECK-NEXT: assumes w_size_1 == u_size_1
! CHECK-NEXT: parse_fortran: assumes that allocatable 'w' has the shape of what line [[#ASSIGNED:]] assigns to it
! CHECK-NOT: assumes that {{.*}} what line [[#ASSIGNED + 2]]
! CHECK-NOT: assumes that allocatable 'u'
program main
  implicit none
  real, allocatable :: u(:, :), w(:)
  allocate (u(8, 8), w(8))
  u = 1
  !$loopy begin kernel: sweep
  u = 2*u
  w = u(:, 1)
  w(:) = w + u(:, 2)
  u = 1 + w(1)
  !$loopy end kernel: sweep
  print *, u
end program
