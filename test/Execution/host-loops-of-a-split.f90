! RUN: %loopyc %s --target=opencl,c --check --verify 2>&1 | FileCheck %s
! RUN: %loopyc %s --target=c -o - --emit=device | FileCheck %s --check-prefix=CODE
! The host's loops around the launches of a sum that groups make together are
! those that a loop was split into, the outer one around.
! CHECK: verify: rows: ok
! CHECK: check: rows: opencl: ok
! CHECK: check: rows: c: ok
! CODE: for (int64_t j_outer =
! CODE: for (int64_t j_inner =
subroutine rows(n, m, y, s)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: y(n, m)
  real(8), intent(inout) :: s(m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s(j) = s(j) + y(i, j)
    end do
  end do
end subroutine

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "j", 2)
! RESULT = lp.tag_inames(knl, {"i": "g.0"})
!$loopy end
