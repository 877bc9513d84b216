! Several statements on the first and the last line of a subroutine's are no
! reason to keep it on the host, if all of them are the kernel's.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s -Wno-serial -Werror --target=c -o %t/
! RUN: FileCheck %s --input-file=%t/several-on-a-line_stub.f90
! CHECK-LABEL: {{^}}subroutine zeroed(
! CHECK-NOT: a = 0; b = 0
! CHECK: call zeroed_offload(
! CHECK: {{^}}end subroutine
subroutine zeroed(n, x, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: a(n), b(n)
  a = 0; b = 0
  a = a + x
  b = b + 2*x ; a(n) = 1
end subroutine
