! RUN: %loopyc --emit=ir -o - %s 2>&1 | FileCheck %s
! RUN: not %loopyc --emit=ir -o - %S/Inputs/needs_module.f90 2>&1 | FileCheck --check-prefix=NEEDED %s
! A module that is not found matters only to what needs a name of it.
! CHECK: missing-module.f90:[[#@LINE+21]]:22: warning: 'exchange' stays on the host: 'mpi_comm_world' is not declared here; it may come from module 'mpi', which is not read: what it has is that of one implementation; assign a value that a kernel needs of it to a variable before
! CHECK-LABEL: KERNEL: smooth
! CHECK: KERNEL: harmless
! NEEDED: needs_module.f90:10:16: error: the declaration of 'a' cannot be understood: 'width' is not declared here; it may come from module 'grid_sizes', which was not found; give the directory of its source or Flang module file with -I or -J
module halo
  implicit none
contains
  subroutine smooth(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = a(i)*0.5
    end do
  end subroutine

  subroutine exchange(n, a)
    use mpi
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: request(MPI_STATUS_SIZE), ierr
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end subroutine

  real function norm(a)
    use mpi
    real :: a(MPI_SIZE)
    norm = a(1)
  end function

  subroutine harmless(x)
    use timers
    real :: x
    x = 1.0
  end subroutine
end module
