! Assumptions are about values that a launcher knows, and so can check: not of
! a bound that the kernel computes, an index from an array, or an argument that
! it writes.
! RUN: not %loopyc %s --set 'TEXT="i_hi mod 4 = 0"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=i_hi
! RUN: not %loopyc %s --set 'TEXT="m >= 1 and j_lo = 0"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=j_lo
! RUN: not %loopyc %s --set 'TEXT="n > 3"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=n
! RUN: not %loopyc %s --set 'TEXT="exists e: j_hi = 4*e"' -fsyntax-only 2>&1 | FileCheck %s -DNAME=j_hi
! CHECK: error: {{.*}}assume: kernel 'walk' computes '[[NAME]]', so that no launcher can check what is assumed of it; assume something of arguments that it only reads, such as 'm'
! RUN: %loopyc %s --set 'TEXT="m >= 1 and exists e: m = 4*e"' -fsyntax-only
subroutine walk(n, m, p, a)
  implicit none
  integer, intent(inout) :: n
  integer, intent(in) :: m
  integer, intent(in) :: p(9)
  real(8), intent(inout) :: a(64)
  integer :: i, j
  n = n - 1
  do i = 1, n
    a(i) = a(i) + 1
  end do
  do i = 1, m
    do j = p(i), p(i + 1) - 1
      a(j) = a(j) + 1
    end do
  end do
end subroutine walk
!$loopy begin
! walk, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.assume(walk, TEXT)
!$loopy end
