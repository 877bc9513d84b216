! REQUIRES: gfortran
! RUN: %loopyc --check --target=c -Wno-branches %s | FileCheck %s
! Lists that a kernel fills, and what goes on along a chain, lead no further
! than the values that it puts there: arrays are as large.
! CHECK: check: cells: c: ok
! CHECK: check: counted: c: ok
! CHECK: check: chain: c: ok
module cells_mod
  implicit none
  integer :: nx, ny
  real(8), allocatable :: a(:, :, :)
contains
  subroutine melt(dt, flux)
    real(8), intent(in) :: dt, flux(:, :)
    integer :: i, j, n, ij, found
    integer, dimension(nx*ny) :: indxi, indxj
    do n = 1, 2
      !$loopy begin kernel: cells
      found = 0
      do j = 1, ny
        do i = 1, nx
          if (a(i, j, n) > 0.2d0) then
            found = found + 1
            indxi(found) = i
            indxj(found) = j
          end if
        end do
      end do
      do ij = 1, found
        i = indxi(ij)
        j = indxj(ij)
        a(i, j, n) = a(i, j, n) + dt*flux(i, j)
      end do
      !$loopy end kernel: cells
    end do
  end subroutine
end module
subroutine counted(n, m, list, x)
  implicit none
  integer, intent(in) :: n, m
  integer, intent(out) :: list(m)
  real(8), intent(in) :: x(n)
  integer :: i, k
  k = 0
  do i = 1, n
    if (x(i) > 0) then
      k = k + 1
      list(k) = i
    end if
  end do
end subroutine
subroutine chain(n, w, next, total)
  implicit none
  integer, intent(in) :: n, next(:)
  real(8), intent(in) :: w(n)
  real(8), intent(out) :: total(n)
  integer :: i, j
  total = 0
  do i = 1, n
    j = i
    do while (j > 0)
      total(j) = total(j) + w(i)
      j = next(j)
    end do
  end do
end subroutine
