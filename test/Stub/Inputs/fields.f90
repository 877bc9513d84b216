! Regions of a procedure whose rest stays on the host, with variables of every
! origin.
module fields
  implicit none
  integer, parameter :: nx = 50, ny = 37
  real :: h(0:nx+1, 0:ny+1)
  real, allocatable :: w(:, :)
  real, private :: scale = 0.5
contains
  subroutine run(steps, total, p)
    integer, intent(in) :: steps
    real, intent(out) :: total
    real, intent(inout) :: p(-2:)
    real, allocatable :: u(:, :)
    real :: dt, t, flux
    integer :: i, j, step, last

    allocate (u(0:nx+1, 0:ny+1), w(-1:nx, ny))
    u = 0; h = 1; w = 0
    u(3:7, 4:9) = 1
    dt = 0.25
    flux = 0
    do step = 1, steps
      !$loopy begin kernel: advance
      do j = 1, ny
        do i = 1, nx
          t = u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1) - 4*u(i, j)
          h(i, j) = h(i, j) + dt*t
          w(i-2, j) = w(i-2, j) + scale*t
        end do
      end do
      !$loopy end kernel: advance
      dt = dt*0.5
      print '(a, i0, f8.4)', 'step ', step, h(3, 4)
      u = h - 1
      scale = scale + 1
    end do
    !$loopy begin kernel: summed
    t = 0
    last = -1
    do j = 1, ny
      do i = 1, nx
        t = t + h(i, j)
        if (h(i, j) > 1.0) last = j
      end do
    end do
    flux = flux + t
    !$loopy end kernel: summed
    ! t, flux and last have their values from the region.
    total = t + sum(w) + flux
    print '(a, i0)', 'last ', last
    !$loopy begin kernel: shifted
    do i = lbound(p, 1), ubound(p, 1); p(i) = p(i) + i; end do
    !$loopy end kernel: shifted
    deallocate (w)
  end subroutine
end module
