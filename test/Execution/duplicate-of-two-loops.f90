! A loop that is duplicated together with one inside of it runs where that has
! no iteration.
! RUN: %loopyc %s -Wno-serial --verify --check --target=c -o %t | FileCheck %s
! RUN: %loopyc %s -Wno-serial --check --target=c --param=m=0 -o %t | FileCheck %s --check-prefix=NONE
! CHECK-DAG: verify: sums: ok
! CHECK-DAG: check: sums: c: ok
! NONE: check: sums: c: ok: max relative error
subroutine sums(n, m, h, g, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: h(n), g(n)
  real(8), intent(in) :: c(n, m)
  integer :: i, j
  do j = 1, n
    h(j) = h(j) + 1
    do i = 1, m
      h(j) = h(j) + c(j, i)
      g(j) = g(j) + 2*c(j, i)
    end do
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "i", 16, inner_tag="l.0")
! RESULT = lp.duplicate_inames(k, ["j", "i_outer"], "id:g_0")
!$loopy end
