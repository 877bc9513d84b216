! RUN: not %loopyc %s 2>&1 | FileCheck %s
! A loop whose bounds differ between the iterations of an ilp iname cannot be
! entered once for all of them.
! CHECK: ilp-bounds.f90:[[#@LINE+7]]:{{[0-9]+}}: error: kernel 'rows': the loop over 'j' is bounded by 'j_lo', of which each iteration of 'i_inner' has a value of its own, so 'i_inner' cannot be tagged ilp
subroutine rows(n, first, a)
  implicit none
  integer, intent(in) :: n, first(n)
  real(8), intent(inout) :: a(n, -4:n)
  integer :: i, j
  do i = 1, n
    do j = first(i), n
      a(i, j) = a(i, j) + 1
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(knl, "i", 4, inner_tag="ilp")
!$loopy end
