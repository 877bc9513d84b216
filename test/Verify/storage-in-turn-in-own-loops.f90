! Temporaries that share storage and stand in loops of their own: each one's
! values take turns in its loops, and then the other's.
! RUN: %loopyc %s --verify --check -Wno-serial --target=c,opencl -o %t | FileCheck %s
! CHECK-DAG: verify: both: ok
! CHECK-DAG: check: both: c: ok
! CHECK-DAG: check: both: opencl: ok

subroutine both(n, a, o, h)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, 3)
  real(8), intent(inout) :: o(n, 3), h(n)
  real(8) :: t, s
  integer :: i, j, k
  do j = 1, 3
    do i = 1, n
      t = 0
      do k = 1, 3
        t = t + a(i, k)*k
      end do
      o(i, j) = t*j
    end do
  end do
  do i = 1, n
    s = h(i)**2
    h(i) = s*o(i, 1) + s
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.alias_temporaries(k, ["t", "s"])
! RESULT = lp.prioritize_loops(k, ["i", "j"])
!$loopy end
