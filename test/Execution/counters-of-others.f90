! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --map-parallel --param nx=7 --param ny=5 --param nz=3 | FileCheck %s
! RUN: %loopyc %s --check --target=c --map-parallel --param nx=1 --param ny=2 --param nz=0 | FileCheck %s
! RUN: %loopyc %s -Werror --print-script | FileCheck %s --check-prefix=SCRIPT
! Counters that a caller knows, or other procedures, are functions of their loops,
! too, and what they are between loops has names: buffers are filled in parallel.
! CHECK: check: faces: c: ok
! CHECK: check: backward: c: ok
! CHECK: check: alternate: c: ok
! SCRIPT: t["faces"]
! SCRIPT: split_iname(knl, "j", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT: tag_inames(knl, "k:g.1")
! SCRIPT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT: tag_inames(knl, "k_1:g.1")
! SCRIPT: split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT: tag_inames(knl, "j_1:g.1")
! SCRIPT: t["backward"]
! SCRIPT: split_iname(knl, "i_1", 128, outer_tag="g.0", inner_tag="l.0")
! SCRIPT: t["alternate"]
! SCRIPT: split_iname(knl, "i", 128, outer_tag="g.0", inner_tag="l.0")
module buffers
  integer :: place
contains
  subroutine faces(nx, ny, nz, grid, buffer, n)
    integer, intent(in) :: nx, ny, nz
    real(8), intent(in) :: grid(0:nx+1, 0:ny+1, 0:nz+1)
    real(8), intent(inout) :: buffer(2000)
    integer, intent(out) :: n
    integer :: i, j, k
    n = 0
    do k = 1, nz
      do j = 1, ny
        n = n + 1
        buffer(n) = grid(1, j, k)
      end do
    end do
    do k = 1, nz
      do i = 0, nx + 1
        n = n + 1
        buffer(n) = grid(i, ny, k)
      end do
    end do
    do j = 0, ny + 1
      do i = 0, nx + 1
        buffer(n + 1) = grid(i, j, 1)
        buffer(n + 2) = grid(i, j, nz)
        n = n + 2
      end do
    end do
  end subroutine

  subroutine backward(nx, ny, a, buffer)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: a(nx, ny)
    real(8), intent(inout) :: buffer(2000)
    integer :: i, j
    place = 2
    do j = 1, ny
      do i = 1, nx
        place = place + 1
        buffer(place) = a(i, j)
      end do
    end do
    do j = 1, ny, 2
      do i = nx, 1, -1
        buffer(place + 1) = a(i, j)
        place = place + 1
      end do
    end do
  end subroutine

  subroutine alternate(nx, ny, a, buffer)
    integer, intent(in) :: nx, ny
    real(8), intent(in) :: a(nx, ny)
    real(8), intent(inout) :: buffer(2000)
    integer :: i, j, n
    n = 1
    do j = 1, ny
      do i = 1, nx
        buffer(n) = a(i, j)
        buffer(n + 1) = -a(i, j)
        n = n + 2
      end do
    end do
  end subroutine
end module
