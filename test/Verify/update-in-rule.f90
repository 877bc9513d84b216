! A sum whose own element is read through a rule is still a sum: its iterations
! may run in any order.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: total: ok
subroutine total(n, m, a, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(m, n)
  real(8), intent(inout) :: o(n)
  integer :: i, k
  do i = 1, n
    do k = 1, m
      o(i) = o(i) + 0.125d0*a(k, i)
    end do
  end do
end subroutine total
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.extract_subst(knl, "r", "o[x]", ["x"])
! knl = lp.affine_map_inames(knl, "k", "kr", "kr = 7 - k")
! RESULT = lp.buffer_array(knl, "o", ["i", "kr"], default_tag=None)
!$loopy end
