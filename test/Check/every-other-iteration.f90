! Conditions that hold for every other iteration leave sets of sizes that are no
! intervals; finding sizes takes no longer for them.
! REQUIRES: gfortran
! RUN: bash -c "ulimit -t 15; %loopyc %s --check --target=c" | FileCheck %s
! CHECK: check: colorsweep: c: ok
! CHECK: check: colorsweep: 2 of 2 branches taken
subroutine relax(jms, jme, jts, jte, n, phi, rhs, resid)
  implicit none
  integer, intent(in) :: jms, jme, jts, jte, n
  real(8), intent(inout) :: phi(n, jms:jme)
  real(8), intent(in) :: rhs(n, jts:jte)
  real(8), intent(out) :: resid
  integer :: i, j, color
  do color = 0, 1
    !$loopy begin kernel: colorsweep
    do j = jts, jte
      do i = 2, n - 1
        if (mod(i + j, 2) == color) phi(i, j) = 0.25d0*(phi(i-1,j) + phi(i+1,j) + phi(i,j-1) + phi(i,j+1) - rhs(i,j))
      end do
    end do
    !$loopy end kernel: colorsweep
  end do
  resid = 0
  do j = jts, jte
    do i = 2, n - 1
      resid = max(resid, abs(phi(i-1,j) + phi(i+1,j) + phi(i,j-1) + phi(i,j+1) - 4*phi(i,j) - rhs(i,j)))
    end do
  end do
end subroutine
