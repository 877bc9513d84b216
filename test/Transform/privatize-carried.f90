! What no write of the iteration itself comes before is nobody's own, whatever
! conditions are unknown: a flag that ends a loop, an array that goes from step
! to step.
! RUN: not %loopyc %s --set WHAT=going 2>&1 | FileCheck %s --check-prefix=FLAG
! FLAG: privatize: 'going' is not private to 'iteration', for an iteration reads what another wrote: the flow dependence on 'going'
! RUN: not %loopyc %s --set WHAT=x 2>&1 | FileCheck %s --check-prefix=ARRAY
! ARRAY: privatize: 'x' is not private to 'iteration'
! RUN: %loopyc %s --set WHAT=t -Wno-serial --emit=ir -o - | FileCheck %s
! CHECK: KERNEL: relax
subroutine relax(n, x, tol)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), tol
  integer :: i
  real(8) :: e, t(3)
  e = 1
  do while (e > tol)
    e = 0
    do i = 1, n
      t(1) = x(i)
      x(i) = x(i) - 0.1d0*t(1)
      e = max(e, abs(x(i)))
    end do
  end do
end subroutine
!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.privatize(knl, WHAT, "iteration")
!$loopy end
