! What a buffer loads of an array that comes anew each time is no value of an
! earlier life.
! REQUIRES: gfortran
! RUN: %loopyc %s --verify --check --target=c --param n=17 | FileCheck %s
! CHECK: verify: halves: ok
! CHECK: check: halves: c: ok
subroutine halves(n, a, o)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: o(n)
  integer :: i
  do i = 2, n
    block
      real(8) :: w(3)
      integer :: k
      k = 1 + modulo(i, 3)
      w = 0.25d0*a(i)
      w(k) = w(k) + o(i)
      o(i) = o(i) + w(k)
    end block
  end do
end subroutine
!$loopy begin
! halves, = lp.parse_fortran(SOURCE, FILENAME)
! halves = lp.split_iname(halves, "i", 2, outer_tag="g.0", inner_tag="l.0")
! halves = lp.buffer_array(halves, "w", ["i1"], default_tag=None, temporary_address_space="private")
! RESULT = [halves]
!$loopy end
