! Launchers check before they launch: assumptions, index range, empty grids.
! RUN: rm -rf %t && mkdir %t
! RUN: %loopyc %s --target=c -o %t/halve
! RUN: %cc -std=c11 -Wall -Wextra -pedantic -Werror -fopenmp -I %t %inputs/launcher-status.c %t/halve.c -o %t/run -lm
! RUN: %t/run | FileCheck %s
! CHECK: 32 elements: 0 success, 16.0
! CHECK: 33 elements: 1 an assumption of the kernel does not hold, 32.0
! CHECK: no elements: 0 success
! CHECK: 2^32 elements: 2 an array has more elements, or a loop more iterations, than 32-bit indices count; lp.set_options(knl, index_dtype="int64")
subroutine halve(n, m, x)
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n, m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      x(i,j) = x(i,j)/2
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
! knl = lp.assume(knl, "n mod 16 = 0")
! RESULT = knl
!$loopy end
