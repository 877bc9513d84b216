! Functions that return as many elements as data say, into a section of an array
! whose size is known: the array for the result is as large as that one.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Werror=serial --param n=13 --param m=5 --param nb=3 --init 'lims=1+i1*2+i0*(3+i1)' --init 'jt=1+(i0+i1)%%3' | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=7 --param m=1 --param nb=2 --init 'lims=1+i1-i0' --init jt=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=2 --param nb=0 --init 'lims=1' --init jt=1 | FileCheck %s
! CHECK-NOT: FAILED
! CHECK-DAG: check: major: c: ok
! CHECK-DAG: check: pairs: c: ok
module bands
  implicit none
contains
  subroutine major(m, nb, n, lims, k, jt, tau)
    integer, intent(in) :: m, nb, n, lims(2, nb), jt(m, m)
    real(8), intent(in) :: k(4, n)
    real(8), intent(inout) :: tau(m, m, n)
    real(8) :: t(n)
    integer :: i, j, b, first, last
    do b = 1, nb
      first = lims(1, b)
      last = lims(2, b)
      do j = 1, m
        do i = 1, m
          t(first:last) = 2*along(k, lims(1, b), lims(2, b), jt(i, j))
          tau(i, j, first:last) = tau(i, j, first:last) + t(first:last)
        end do
      end do
    end do
  end subroutine
  pure function along(k, first, last, jt) result(res)
    real(8), intent(in) :: k(:, :)
    integer, intent(in) :: first, last, jt
    real(8) :: res(first:last)
    integer :: i
    do i = first, last
      res(i) = k(jt, i) + k(jt + 1, i)
    end do
  end function
  ! The result does not fill the columns of its array.
  subroutine pairs(m, nb, n, lims, k, tau)
    integer, intent(in) :: m, nb, n, lims(2, nb)
    real(4), intent(in) :: k(4, n)
    real(4), intent(inout) :: tau(m, n, 2)
    real(4) :: t(n, 2)
    integer :: i, b, first, last
    do b = 1, nb
      first = lims(1, b)
      last = lims(2, b)
      do i = 1, m
        t(first:last, :) = both(k, first, last) - 1
        tau(i, first:last, 1) = tau(i, first:last, 1) + t(first:last, 2)
        tau(i, first:last, 2) = tau(i, first:last, 2) - t(first:last, 1)
      end do
    end do
  end subroutine
  pure function both(k, first, last) result(res)
    real(4), intent(in) :: k(:, :)
    integer, intent(in) :: first, last
    real(4) :: res(last - first + 1, 2)
    integer :: i
    do i = 1, last - first + 1
      res(i, 1) = k(1, first + i - 1)
      res(i, 2) = k(2, first + i - 1)
    end do
  end function
end module
!$loopy begin
! RESULT = [lp.map_parallel(knl) for knl in lp.parse_fortran(SOURCE, FILENAME)]
!$loopy end
