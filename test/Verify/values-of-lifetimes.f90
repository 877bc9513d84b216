! What memory holds when the variable of a block begins its lifetime is no value:
! that a buffer copies it makes no flow from the iteration before.
! RUN: %loopyc %s --verify --target=c -Wno-all -o %t | FileCheck %s
! CHECK: verify: turned: ok
subroutine turned(m, c, o)
  implicit none
  integer, intent(in) :: m
  real(8), intent(in) :: c(m)
  real(8), intent(inout) :: o(m)
  integer :: i
  do i = 1, m
    block
      real(8) :: w(3)
      integer :: k
      k = 1 + modulo(i, 3)
      w = 0.25d0*c(i)
      w(k) = w(k) + o(i)
      if (c(i) > 0) o(i) = w(2)
    end block
  end do
end subroutine
!$loopy begin
! k, = lp.parse_fortran(SOURCE, FILENAME)
! k = lp.set_temporary_address_space(k, "w", "local")
! k = lp.buffer_array(k, "w", ["i1"], default_tag="for", temporary_address_space="local")
! RESULT = lp.split_iname(k, "w_store_0", 3, outer_tag="g.0", inner_tag="l.0")
!$loopy end
