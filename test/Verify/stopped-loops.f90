! Steps that reductions got have no guard: the host launches none of them once
! a loop has ended by its condition.
! RUN: %loopyc %s --verify --check -Wno-serial -o %t | FileCheck %s
! CHECK-DAG: verify: decay: ok
! CHECK-DAG: check: decay: {{.*}}: ok
subroutine decay(n, most, x, s)
  implicit none
  integer, intent(in) :: n, most
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  integer :: it, i
  s = sum(x**2)
  do it = 1, most
    if (s < 1d0) exit
    do i = 1, n
      x(i) = 0.5d0*x(i)
    end do
    s = sum(x**2)
  end do
end subroutine
