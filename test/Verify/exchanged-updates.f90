! Updates that exchanged loops make in another order, by every operation that
! allows it; the accumulator may be on either side.
! RUN: %loopyc %s --verify --param n=3 --param m=4 -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: parity: ok: {{[0-9]+}} sizes
subroutine parity(n, m, l, k, s, t, u, v, w, x)
  integer, intent(in) :: n, m, k(n, m)
  logical, intent(in) :: l(n, m)
  logical, intent(inout) :: s, t, u, v
  integer, intent(inout) :: w, x
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s = s .eqv. l(i, j)
      t = l(i, j) .neqv. t
      u = u .and. l(i, j)
      v = l(i, j) .or. v
      w = ieor(w, k(i, j))
      x = max(k(i, j), x)
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.prioritize_loops(knl, "i, j")
!$loopy end
