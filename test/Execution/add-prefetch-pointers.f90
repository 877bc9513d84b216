! Tiles of arrays whose lower bounds only the caller knows: pointers, and
! allocatable arrays of modules. What tiles read is inside of them.
! REQUIRES: gfortran
! RUN: %loopyc --check --target=c --param n=13 --param m=7 %s | FileCheck %s
! CHECK: check: smooth: c: ok
! CHECK: check: smooth_both: c: ok
module planes
  real(8), allocatable :: q(:, :), r(:, :)
contains
  subroutine smooth(n, m, u, v)
    integer, intent(in) :: n, m
    real(8), pointer, intent(in) :: u(:, :), v(:, :)
    integer :: i, j
    do j = 1, m
      do i = 1, n
        v(i, j) = 0.25d0*(u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
      end do
    end do
  end subroutine
  subroutine smooth_both(n, m)
    integer, intent(in) :: n, m
    integer :: i, j
    do j = 1, m
      do i = 1, n
        r(i, j) = 0.25d0*(q(i-1, j) + q(i+1, j) + q(i, j-1) + q(i, j+1))
      end do
    end do
  end subroutine
end module

!$loopy begin
! def tiled(knl, array):
!     knl = lp.split_iname(knl, "i", 8, outer_tag="g.0", inner_tag="l.0")
!     knl = lp.split_iname(knl, "j", 4, outer_tag="g.1", inner_tag="l.1")
!     return lp.add_prefetch(knl, array, ["i_inner", "j_inner"], default_tag="l.auto")
! t = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = [tiled(t["smooth"], "u"), tiled(t["smooth_both"], "q")]
!$loopy end
