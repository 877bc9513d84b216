! Each reads an element that nothing has written: in registers, in local memory,
! in memory that goes from one launch to the next.
subroutine registers(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  real(8) :: t(2)
  integer :: i
  do i = 1, n
    t(1) = a(i)
    b(i) = t(1) + 0*t(2)
  end do
end subroutine registers

subroutine shared(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(8, n)
  real(8), intent(inout) :: b(8, n)
  real(8) :: t(9)
  integer :: i, j
  do j = 1, n
    do i = 1, 8
      t(i) = a(i, j)
    end do
    do i = 1, 8
      b(i, j) = t(9 - i) + 0*t(9)
    end do
  end do
end subroutine shared

subroutine launches(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: b(n)
  real(8) :: t(n + 1)
  integer :: i
  do i = 1, n
    t(i) = a(i)
  end do
  do i = 1, n
    b(i) = t(n + 1 - i) + 0*t(n + 1)
  end do
end subroutine launches

!$loopy begin
! t = lp.parse_fortran(SOURCE, FILENAME)
! registers = lp.split_iname(t["registers"], "i", 8, outer_tag="g.0", inner_tag="l.0")
! shared = lp.tag_inames(t["shared"], {"j": "g.0", "i": "l.0", "i_1": "l.0"})
! launches = t["launches"]
! for iname in ("i", "i_1"):
!     launches = lp.split_iname(launches, iname, 8, outer_tag="g.0", inner_tag="l.0")
! RESULT = [registers, shared, lp.insert_global_barriers(launches)]
!$loopy end
