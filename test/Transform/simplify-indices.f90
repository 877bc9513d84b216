! Quotients, remainders and sums in subscripts, with the ranges of the inames;
! C's own division where nothing is negative.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine tiles(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(4*n, 8), b(n, 8)
  integer :: i, j
  do i = 1, n
    do j = 0, 7
      ! CHECK: a[4*i + j / 2, j] = b[i, j / 4]
      a(4*i - 3 + modulo(j/2, 4), 1 + mod(j + 8*i, 8)) = &
          b((4*i + 3)/4, (j + 4)/4)
    end do
  end do
  do i = 1, 4*n
    ! The range of i_1 says nothing of its remainder.
    ! CHECK: a[i_1, mod(i_1 + 1, 8)] = a[i_1, 0]
    a(i, 1 + mod(i, 8)) = a(i, 1 + (i - i))
  end do
end subroutine tiles

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.simplify_indices(knl)
!$loopy end
