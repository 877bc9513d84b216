! A buffer of a buffer loads elements that nothing has set, and overwrites them:
! whatever the memory holds there is as good.
! RUN: %loopyc %s --verify -Wno-serial --target=c -o %t | FileCheck %s
! CHECK: verify: scaled: ok

subroutine scaled(m, v)
  implicit none
  integer, intent(in) :: m
  real(8), intent(inout) :: v(3, 0:m+1)
  integer :: i, j
  do i = 1, m
    do j = 1, 3
      v(j, i) = 0.5d0*v(j, i) + 0.125d0*j
    end do
  end do
end subroutine

!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.split_iname(k, "i", 4)
! k = lp.buffer_array(k, "v", ["i_outer"], default_tag="l.auto")
! RESULT = lp.buffer_array(k, "v_buf", [], default_tag="l.auto",
!                          fetch_bounding_box=True, within="id:init_v")
!$loopy end
