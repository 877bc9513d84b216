! The part of MPI that shallow uses, for one process: where there is no MPI,
! compile this in its place.
module mpi
  implicit none
  integer, parameter :: MPI_COMM_WORLD = 0, MPI_DOUBLE_PRECISION = 8
  integer, parameter :: MPI_MAX = 1, MPI_SUM = 2, MPI_STATUS_IGNORE = 0

contains

  subroutine MPI_Init(error)
    integer, intent(out) :: error
    error = 0
  end subroutine MPI_Init

  subroutine MPI_Finalize(error)
    integer, intent(out) :: error
    error = 0
  end subroutine MPI_Finalize

  subroutine MPI_Comm_rank(comm, rank, error)
    integer, intent(in) :: comm
    integer, intent(out) :: rank, error
    rank = comm
    error = 0
  end subroutine MPI_Comm_rank

  subroutine MPI_Comm_size(comm, ranks, error)
    integer, intent(in) :: comm
    integer, intent(out) :: ranks, error
    ranks = comm + 1
    error = 0
  end subroutine MPI_Comm_size

  subroutine MPI_Sendrecv(sent, sends, send_type, to, send_tag, &
                          received, receives, receive_type, from, receive_tag, &
                          comm, status, error)
    integer, intent(in) :: sends, send_type, to, send_tag
    integer, intent(in) :: receives, receive_type, from, receive_tag
    integer, intent(in) :: comm, status
    double precision, intent(in) :: sent(*)
    double precision, intent(inout) :: received(*)
    integer, intent(out) :: error
    integer :: k

    do k = 1, min(sends, receives)
      received(k) = sent(k)
    end do
    error = 0
  end subroutine MPI_Sendrecv

  subroutine MPI_Allreduce(own, all, count, type, operation, comm, error)
    integer, intent(in) :: count, type, operation, comm
    double precision, intent(in) :: own
    double precision, intent(out) :: all
    integer, intent(out) :: error

    all = own
    error = 0
  end subroutine MPI_Allreduce

end module mpi
