! Where the original fails, its line is that of the source, although what runs
! stands in a wrapper.
! REQUIRES: gfortran
! RUN: not %loopyc %s --check --target=c -w --init g_kbot=300 2>&1 | FileCheck %s
! CHECK: check: ocean: c: FAILED: the original Fortran fails at line [[@LINE+20]]: Index
! CHECK: check: total: c: FAILED: the original Fortran fails at line [[@LINE+31]]: Index
! RUN: not %loopyc %s -DPRIVATE=private --check --target=c -w --init g_kbot=300 2>&1 | FileCheck %s
#ifndef PRIVATE
#define PRIVATE public
#endif
module grids
  implicit none
  type, PRIVATE :: grid_t
    integer :: is, ie
    integer, allocatable :: kbot(:)
  end type
contains
  subroutine ocean(g, nk, t)
    type(grid_t), intent(in) :: g
    integer, intent(in) :: nk
    real(8), intent(inout) :: t(g%is:g%ie, nk)
    integer :: i, k
    do i = g%is, g%ie
      do k = 1, g%kbot(i)
        t(i, k) = t(i, k) + 1
      end do
    end do
  end subroutine
  subroutine total(g, nk, t)
    type(grid_t), intent(in) :: g
    integer, intent(in) :: nk
    real(8), intent(inout) :: t(g%is:g%ie, nk)
    integer :: i, k
    do i = g%is, g%ie
      do k = 1, g%kbot(i)
        t(i, 1) = t(i, 1) + &
            t(i, k)
      end do
    end do
  end subroutine
end module
