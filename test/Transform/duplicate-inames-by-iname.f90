! Which instructions get copies of loops is asked once, of the kernel as it is:
! those that a query names by a loop that gets a copy, too.
! REQUIRES: gfortran
! RUN: %loopyc %s -o %t --check --target=c | FileCheck %s
! CHECK: for j_0
! CHECK-NEXT: for i_0
! CHECK-NEXT: s = s + a[i_0, j_0]
! CHECK: y[j] = y[j] + 2.0d0*a[i, j]
! CHECK: check: sums: c: ok
subroutine sums(n, m, a, s, y)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m)
  real(8), intent(inout) :: s, y(m)
  integer :: i, j
  do j = 1, m
    do i = 1, n
      s = s + a(i, j)
      y(j) = y(j) + 2*a(i, j)
    end do
  end do
end subroutine sums
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.duplicate_inames(knl, ["j", "i"], "writes:s and iname:j")
! print(knl)
! RESULT = knl
!$loopy end
