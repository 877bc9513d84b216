! What a script says of the order of iterations, map_parallel takes at its word.
! RUN: %loopyc %s -Werror --emit=ir -o - | FileCheck %s
! CHECK: KERNEL: scatter
! CHECK: i_inner: l.0
! CHECK: i_outer: g.0
subroutine scatter(n, m, ix, b, a)
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(in) :: b(n)
  real(8), intent(inout) :: a(m)
  integer :: i
  do i = 1, n
    a(ix(i)) = a(ix(i)) + b(i)
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.add_nosync(knl, "any", "id:a_0", "id:a_0")
! RESULT = lp.map_parallel(knl)
!$loopy end
