! What cannot be counted is told for some statements, and how many more there
! are; JSON has them all.
! RUN: %loopyc --report %s | FileCheck %s
! RUN: %loopyc --report=json %s | FileCheck %s --check-prefix=JSON
! CHECK: not counted: instruction 'a_1' {{.*}} runs as often as 'hi' says
! CHECK-NEXT: not counted: instruction 'b_1'
! CHECK-NEXT: not counted: instruction 'c_1'
! CHECK-NEXT: not counted: and 3 more
! JSON: instruction 'd_1' of kernel
! JSON: instruction 'e_1' of kernel
subroutine rows(n, s, x, a, b, c, d, e)
  integer, intent(in) :: n, s(n + 1)
  real, intent(in) :: x(*)
  real, intent(inout) :: a(n), b(n), c(n), d(n), e(n)
  integer :: i, k, hi
  do i = 1, n
    a(i) = 0
    b(i) = 0
    c(i) = 0
    d(i) = 0
    e(i) = 0
    hi = s(i)
    do k = 1, hi
      a(i) = a(i) + x(k)
      b(i) = b(i) + 2*x(k)
      c(i) = c(i) + 3*x(k)
      d(i) = d(i) + 4*x(k)
      e(i) = e(i) + 5*x(k)
    end do
  end do
end subroutine
