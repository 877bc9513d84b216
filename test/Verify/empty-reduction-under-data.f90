! Where a reduction has no instance, the condition on data that it stands under
! is not asked either: what it reads need not be there.
! RUN: %loopyc %s --verify -Wno-serial --target=opencl -o - --emit=device 2>&1 | FileCheck %s
! CHECK: verify: gather: ok
! CHECK: m > 0
! CHECK: if (0.5 > c[at[0] - 1])
! CHECK: h[at[1] - 1] = h[at[1] - 1] + h_shared

subroutine gather(n, m, at, c, h)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(in) :: at(2)
  real(8), intent(in) :: c(m+1)
  real(8), intent(inout) :: h(n)
  integer :: j
  do j = 1, m
    if (0.5d0 > c(at(1))) h(at(2)) = h(at(2)) + c(1)*j
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.split_iname(k, "j", 8, inner_tag="l.0")
!$loopy end
