! A buffer in local memory that has a place for each group: races are looked for
! in all of its copies.
! RUN: %loopyc %s --verify --param n=9 --target=c -o %t | FileCheck %s
! CHECK: verify: buffered: ok
subroutine buffered(n, a, r, p)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(0:n)
  real(4), intent(inout) :: r(0:n)
  integer, intent(inout) :: p(0:n)
  integer :: i, j, k
  do i = 0, n
    do j = 0, n, 2
      do k = 1, n
        r(i) = r(i) + 0.5
        if (a(k) > 0.25d0) then
          p(i) = ior(mod(7*j + k, 64), p(i))
        end if
      end do
    end do
  end do
end subroutine buffered

!$loopy begin
! knl, = lp.parse_fortran(SOURCE, FILENAME)
! knl = lp.buffer_array(knl, "p", ["k", "j"], default_tag="l.0", fetch_bounding_box=True)
! knl = lp.split_iname(knl, "j", 3, outer_tag="g.0", inner_tag="l.0")
! RESULT = lp.insert_global_barriers(knl)
!$loopy end
