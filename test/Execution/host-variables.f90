! Internal subroutines, and such that have components of derived types, are
! kernels; scalars of the host are private where no procedure reads what another
! left in them.
! RUN: %loopyc %s --check --target=c --param g_nx=1 --param g_ny=1 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Werror=serial --param g_nx=37 --param g_ny=5 | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK: check: components: {{.*}}: ok
! CHECK: check: advance: {{.*}}: ok
! CHECK: check: average: {{.*}}: ok
! CHECK-NOT: FAILED
module fields
  implicit none
  private
  public :: grid, components
  type part
    real(8), allocatable :: q(:, :)
    real(8) :: dx
  end type
  type grid
    type(part) :: left, right
    integer :: nx, ny
  end type
  integer :: i, j
contains
  subroutine components(g, f)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: f
    do j = 1, g%ny
      do i = 1, g%nx
        g%left%q(i, j) = g%left%q(i, j)*g%right%dx + f*g%right%q(i, j)
      end do
    end do
  end subroutine
end module

program atmosphere
  implicit none
  integer, parameter :: nx = 17, ny = 13
  integer :: i, j, step
  real(8) :: h(nx, ny), u(nx, ny), tmp, mean
  h = 1
  u = 2
  do step = 1, 3
    call advance()
    call average(mean)
  end do
  do j = 1, ny
    print *, h(:, j), mean
  end do
contains
  subroutine advance()
    do j = 1, ny
      do i = 1, nx
        tmp = h(i, j)*2
        u(i, j) = u(i, j) + tmp
      end do
    end do
  end subroutine
  subroutine average(result)
    real(8), intent(out) :: result
    real(8) :: s
    s = 0
    do j = 1, ny
      do i = 1, nx
        tmp = u(i, j) - h(i, j)
        s = s + tmp
        h(i, j) = tmp/2
      end do
    end do
    result = s/(nx*ny)
  end subroutine
end program
