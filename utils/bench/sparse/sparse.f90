! The product of a sparse matrix, in rows, and a vector, as it is written for one
! processor. LANES work-items share a row; AHEAD elements of each are read side
! by side, before any of them is needed.
subroutine dspmv(n, m, nnz, first, column, a, x, y)
  implicit none
  integer, intent(in) :: n, m, nnz
  integer, intent(in) :: first(n + 1), column(nnz)
  real(8), intent(in) :: a(nnz), x(m)
  real(8), intent(out) :: y(n)
  integer :: i, k
  real(8) :: s
  do i = 1, n
    s = 0
    do k = first(i), first(i + 1) - 1
      s = s + a(k)*x(column(k))
    end do
    y(i) = s
  end do
end subroutine

subroutine sspmv(n, m, nnz, first, column, a, x, y)
  implicit none
  integer, intent(in) :: n, m, nnz
  integer, intent(in) :: first(n + 1), column(nnz)
  real, intent(in) :: a(nnz), x(m)
  real, intent(out) :: y(n)
  integer :: i, k
  real :: s
  do i = 1, n
    s = 0
    do k = first(i), first(i + 1) - 1
      s = s + a(k)*x(column(k))
    end do
    y(i) = s
  end do
end subroutine

!$loopy begin
! LANES = int(globals().get("LANES", 8))
! AHEAD = int(globals().get("AHEAD", 4))
! ITEMS = int(globals().get("ITEMS", 256))
! def by_lanes(knl):
!     knl = lp.split_iname(knl, "i", ITEMS//LANES, outer_tag="g.0", inner_tag="l.1")
!     knl = lp.split_iname(knl, "k", LANES, inner_tag="l.0")
!     if AHEAD > 1:
!         knl = lp.split_iname(knl, "k_outer", AHEAD, inner_tag="unr")
!     return knl
! RESULT = [by_lanes(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
