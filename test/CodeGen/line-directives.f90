! -g: each statement is attributed to its Fortran line.
! RUN: %loopyc -g %s --target=c --emit=device -o - | FileCheck %s
! CHECK: /* line-directives.f90:11: x(i) = x(i) + 1 */
! CHECK-NEXT: #line 11 "{{.*}}line-directives.f90"
! CHECK-NEXT: x[i] = x[i] + 1.0f;
subroutine bump(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine
