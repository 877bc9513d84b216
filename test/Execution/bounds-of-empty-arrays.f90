! lbound and ubound of arrays without elements are 1 and 0, whatever their
! declarations say; loops over them and elements near their ends need not ask.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=1 --param m=0 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=2 --param m=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=9 --param m=4 | FileCheck %s
! RUN: %loopyc %s --emit=ir -o - | FileCheck %s --check-prefix=IR
! CHECK-COUNT-4: : ok:
! IR-LABEL: KERNEL: of_locals
! IR: places[0] = if(n - 2 > 0, 3, 1)
! IR-LABEL: KERNEL: loops
! IR-NOT: if(
! IR: [u_size_2] -> {
! IR: [u_size_1] -> {
! IR-NOT: if(
! IR-LABEL: KERNEL: from_first
! IR-NOT: if(
! IR: [u_size_1] -> {
! IR-NOT: _hi =
! IR-LABEL: KERNEL: others
! IR: if(u_size_1 > 0, u_size_1 + 1, 0)
module bounds
  implicit none
contains
  subroutine of_locals(n, m, places, a)
    integer, intent(in) :: n, m
    integer, intent(out) :: places(8)
    real(8), intent(in) :: a(0:n - 2, -2:m - 3)
    real(8) :: w(3:n)
    integer :: i
    places(1) = lbound(w, 1)
    places(2) = ubound(w, 1)
    places(3) = size(w)
    places(4) = lbound(a, 2)
    places(5) = ubound(a, 2)
    places(6) = lbound(a, 1)
    places(7) = ubound(a, 1)
    do i = lbound(w, 1), ubound(w, 1)
      w(i) = i
    end do
    places(8) = 0
    do i = lbound(w, 1), ubound(w, 1)
      places(8) = places(8) + int(w(i))
    end do
  end subroutine
  subroutine loops(u, v)
    real(8), intent(inout) :: u(0:, -1:), v(0:, -1:)
    integer :: i, j
    do j = lbound(u, 2), ubound(u, 2)
      do i = lbound(u, 1), ubound(u, 1)
        u(i, j) = u(i, j) + v(i, j) + v(lbound(v, 1), j)
      end do
    end do
  end subroutine
  ! Of the loop, too: where u has no element, no iteration may be.
  subroutine from_first(u, factor)
    real(8), intent(inout) :: u(0:)
    real(8), intent(in) :: factor
    real(8) :: w(lbound(u, 1):ubound(u, 1))
    integer :: i
    do i = 0, ubound(u, 1)
      w(i) = factor*u(i)
    end do
    do i = 0, ubound(u, 1)
      if (w(i) > 0) u(i) = w(ubound(u, 1) - i)
    end do
  end subroutine
  ! Elements of other arrays are there where u has none.
  subroutine others(u, v, last, sums)
    real(8), intent(in) :: u(2:), v(0:)
    integer, intent(in) :: last
    real(8), intent(out) :: sums(0:last)
    integer :: i
    do i = 0, min(ubound(u, 1), last)
      sums(i) = i + 0.5d0
    end do
    do i = 1, min(1, last)
      sums(i) = ubound(u, 1) + 2*lbound(u, 1) + 3*size(sums)
    end do
    if (size(v) > 1 .and. last > 2) sums(2) = v(lbound(u, 1) - 1)
  end subroutine
end module
