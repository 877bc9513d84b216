! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel 2>&1 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl 2>&1 | FileCheck %s %}
! RUN: %loopyc %s --report | FileCheck %s --check-prefix=REPORT
! A scalar that the kernel computes is one offset for all iterations of loops
! that do not assign it: these touch different elements.
! CHECK-NOT: 'fill_rest'{{.*}}stays
! CHECK: kernel 'growing': the loop over 'i' stays
! CHECK-DAG: check: fill_rest: {{.*}}: ok
! CHECK-DAG: check: blocks: {{.*}}: ok
! CHECK-DAG: check: growing: {{.*}}: ok
! REPORT: do i in 'growing': serial
! REPORT: do j in 'blocks'
! REPORT: line 46: do i: parallel
subroutine fill_rest(n, m, x)
  integer, intent(in) :: n
  integer, intent(out) :: m
  real(8), intent(inout) :: x(n)
  integer :: i
  m = 0
  do i = 1, n
    if (x(i) > 0) m = m + 1
  end do
  x(m + 1:n) = 0
end subroutine
subroutine growing(n, step, x)
  integer, intent(in) :: n
  integer, intent(in) :: step(n)
  real(8), intent(inout) :: x(2*n)
  integer :: i, m
  m = 0
  do i = 1, n
    if (step(i) > 0) m = m + 1
    x(n + 1 - i + m) = x(n + 1 - i + m) + i
  end do
end subroutine
subroutine blocks(n, nb, x, y)
  integer, intent(in) :: n, nb
  real(8), intent(inout) :: x(2*n), y(n, nb)
  integer :: i, j, m
  do j = 1, nb
    m = 0
    do i = 1, n
      if (y(i, j) > 0) m = m + 1
    end do
    do i = 1, n
      x(i + m) = x(i + m)*y(i, j)
    end do
  end do
end subroutine
