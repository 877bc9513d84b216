! RUN: %loopyc %s --target=c -Wno-serial -o %t
! RUN: FileCheck %s < %t.c
! Where values are chosen, no data is multiplied to compare it with what has a
! divisor: partial results begin with the smallest number that there is.
! CHECK-NOT: 2 * k
! CHECK: max_i32({{.*}} / 2
! CHECK-NOT: 2 * k
subroutine s(n, kt, k)
  integer, intent(in) :: n
  integer, intent(inout) :: kt, k(n)
  integer :: i
  do i = 1, n
    kt = max(kt, i/2)
    k(i) = kt
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.split_iname(knl, "i", 16, outer_tag="g.0")
! RESULT = lp.split_iname(knl, "i_inner", 8, outer_tag="l.1", inner_tag="l.0")
!$loopy end
