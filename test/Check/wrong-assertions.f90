! What a script asserts against the truth is found, in whichever way the original
! is called, and whichever inputs had to be drawn.
! RUN: not %loopyc %s --check --target=c -w 2>&1 | FileCheck %s
! REQUIRES: gfortran

! CHECK: check: plain: c: FAILED: x(
! CHECK: check: inside: c: FAILED: x(
! CHECK: check: whole: c: FAILED: x(
! CHECK: check: divided: c: FAILED: x(
! CHECK: error: 4 of 4 checks
module closed
  implicit none
  private
  type op
    real(8) :: factor
  end type
contains
  pure real(8) function lim(r)
    real(8), intent(in) :: r
    lim = max(0d0, min(2*r, 1d0))
  end function
  pure real(8) function times(dv, r)
    type(op), intent(in) :: dv
    real(8), intent(in) :: r
    times = dv%factor*r
  end function
  subroutine plain(n, x)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 2, n
      x(i) = 0.5d0*x(i-1)
    end do
  end subroutine
  subroutine inside(n, x, scale)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in), optional :: scale
    integer :: i
    do i = 2, n
      x(i) = 0.5d0*lim(x(i-1))
    end do
  end subroutine
  subroutine whole(n, dv, x)
    integer, intent(in) :: n
    type(op), intent(in) :: dv
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 2, n
      x(i) = times(dv, x(i-1))
    end do
  end subroutine
  subroutine divided(n, left, right, y, x)
    integer, intent(in) :: n, left(n), right(n)
    real(8), intent(in) :: y(n)
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 2, n
      x(i) = 0.5d0*x(i-1)/(y(left(i)) - y(right(i)))
    end do
  end subroutine
end module closed
!$loopy begin
! def wrong(knl):
!     knl = lp.affine_map_inames(knl, "i", "back", "i + back = n - 2")
!     knl = lp.tag_inames(knl, "back:g.0")
!     return lp.add_nosync(knl, "any", "id:*", "id:*")
! RESULT = [wrong(k) for k in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
