! One step of the heat equation; the second procedure stays on the host.
module diffuse
  use kinds, only: wp
  implicit none
  private
  public :: step, total
contains
  subroutine step(n, u, v)
    include 'sizes.inc'
    integer, intent(in) :: n
    real(wp), intent(in) :: u(1-halo:n+halo)
    real(wp), intent(inout) :: v(1-halo:n+halo)
    integer :: i
    do i = 1, n
      v(i) = u(i) + FACTOR*(u(i-1) - 2*u(i) + u(i+1))
    end do
  end subroutine step

  function total(u)
    real(wp), intent(in) :: u(:)
    real(wp) :: total
    total = sum(u)
  end function total
end module diffuse

!$loopy begin
! import tiling
! unit = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = tiling.tile(lp, unit["step"], int(width))
!$loopy end
