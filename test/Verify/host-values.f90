! What the host computes for launches, step by step, is what it was computed from:
! launches assume it, and the proof finds it on its own.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --verify --target=c --param n=4 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=0 | FileCheck %s
! CHECK: check: chain: c: ok
subroutine chain(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a((n + 2)*(n + 1)), b((n + 2)*(n + 1))
  integer :: m1, m2, i, j
  m1 = n + 1
  m2 = m1 + 1
  do j = 1, m1
    do i = 1, m2
      a(i + m2*(j - 1)) = 2*a(i + m2*(j - 1))
    end do
  end do
  do j = 1, m1
    do i = 1, m2
      b(i + m2*(j - 1)) = a(m2 + 1 - i + m2*(m1 - j))
    end do
  end do
end subroutine
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
