! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --init 'first=i0%%3' | FileCheck %s
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! A variable that bounds a loop stays, although all its reads become rules.
! CHECK: check: rows: c: ok
! IR: SUBSTITUTION RULES:
! IR-NEXT: j_lo_subst := first[i]
! IR: j_lo = first[i]
! IR: for j
subroutine rows(n, first, a)
  implicit none
  integer, intent(in) :: n, first(n)
  real(8), intent(inout) :: a(n, -4:n)
  integer :: i, j
  do i = 1, n
    do j = first(i), n
      a(i, j) = a(i, j) + 1
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.assignment_to_subst(knl, "j_lo")
!$loopy end
