! Rows that neighbouring processes own: a ring of processes divides the domain
! along y. Where arrays stay on a device, these rows alone come to the host.
module halo
  use constants, only: wp
  use mpi
  implicit none
  private
  public :: start, exchange, largest, total, finish, rank, ranks

  integer, protected :: rank, ranks
  integer :: below, above

contains

  subroutine start()
    integer :: error

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    below = modulo(rank - 1, ranks)
    above = modulo(rank + 1, ranks)
  end subroutine start

  subroutine finish()
    integer :: error

    call MPI_Finalize(error)
  end subroutine finish

  subroutine exchange(nx, ny, a)
    integer, intent(in) :: nx, ny
    real(wp), intent(inout), contiguous :: a(0:, 0:)
    integer :: error

    !$loopy update host: a(:, 1), a(:, ny)
    call MPI_Sendrecv(a(:, ny), nx + 2, MPI_DOUBLE_PRECISION, above, 1, &
                      a(:, 0), nx + 2, MPI_DOUBLE_PRECISION, below, 1, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Sendrecv(a(:, 1), nx + 2, MPI_DOUBLE_PRECISION, below, 2, &
                      a(:, ny+1), nx + 2, MPI_DOUBLE_PRECISION, above, 2, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    !$loopy update device: a(:, 0), a(:, ny+1)
  end subroutine exchange

  function largest(own) result(all)
    real(wp), intent(in) :: own
    real(wp) :: all
    integer :: error

    call MPI_Allreduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_MAX, &
                       MPI_COMM_WORLD, error)
  end function largest

  function total(own) result(all)
    real(wp), intent(in) :: own
    real(wp) :: all
    integer :: error

    call MPI_Allreduce(own, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                       MPI_COMM_WORLD, error)
  end function total

end module halo
