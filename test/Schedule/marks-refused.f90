! What makes a mark none, and how one is not finished.
! RUN: not %loopyc %s --set HOW=1 -o %t 2>&1 | FileCheck %s --check-prefix=ATOMIC
! ATOMIC: error: set_reduction: kernel 'search': nothing updates 'found' by an operation such as found = found + x, so there is no reduction to be finished
! RUN: not %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=OTHER
! OTHER: it is no parallel reduction, for 'ierr_{{[01]}}' assigns 'ierr' another value in the same loops
subroutine search(n, a, found)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  logical, intent(inout) :: found
  integer :: i
  do i = 1, n
    if (a(i) > 0.5d0) found = .true.
  end do
end subroutine
subroutine errors(n, a, ierr)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  integer, intent(inout) :: ierr(1)
  integer :: i
  do i = 1, n
    if (a(i) > 0.5d0) ierr(1) = 1
    if (a(i) < 0.1d0) ierr(1) = 2
  end do
end subroutine
!$loopy begin
! search, errors = lp.parse_fortran(SOURCE, FILENAME)
! if "HOW" in globals():
!     k = lp.split_iname(search, "i", 8, inner_tag="l.0", outer_tag="g.0")
!     RESULT = lp.insert_global_barriers(lp.set_reduction(k, "found", across="atomics"))
! else:
!     RESULT = lp.split_iname(errors, "i", 8, inner_tag="l.0")
!$loopy end
