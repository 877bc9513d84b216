! A rule's parameter that is called as an iname is, has another range.
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s
subroutine s(n, a, b)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(16, n)
  real, intent(inout) :: b(16, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, 4
      do i = 1, 4
        b(i + 4*(k - 1), j) = sin(a(4*k + i - 4, j)) + a(i, j)
      end do
    end do
  end do
end subroutine s
! CHECK: f(i, j) := sin(a[i // 4, i % 4, j])
! CHECK: b[i + 4*k, j] = f(i + 4*k, j) + a[0, i, j]

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.extract_subst(knl, "f", "sin(a[i, j])", parameters="i,j")
! RESULT = lp.split_array_axis(knl, ("a", 0), 4)
!$loopy end
