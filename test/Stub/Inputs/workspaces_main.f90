! Each thread has arrays of its own; all but the first two share a stream.
program main
  use small, only: small_steps => steps
  use large, only: large_steps => steps
  use omp_lib, only: omp_get_thread_num
  implicit none
  interface
    integer(c_int) function set_stream(stream) bind(C, name="loopyrt_set_stream")
      use, intrinsic :: iso_c_binding, only: c_int
      integer(c_int), value :: stream
    end function
  end interface
  integer, parameter :: threads = 4, rounds = 12
  integer :: n(threads) = [1000, 17, 700, 1500]
  real(8) :: x(1500, threads), s(threads)
  integer :: me, round, i, wrong

  ! The first launches of a kernel may not meet: PoCL 3.1 loads it twice then,
  ! and aborts now and then (pocl_release_dlhandle_cache).
  x(:, 1) = 1
  call small_steps(100, x(:, 1), s(1))
  call large_steps(100, x(:, 1), s(1))

  !$omp parallel num_threads(threads) private(me, round, i, wrong)
  me = omp_get_thread_num() + 1
  wrong = set_stream(min(me - 1, 2))
  do i = 1, 1500
    x(i, me) = 2*mod(i*me, 17)/17d0
  end do
  do round = 1, rounds
    call small_steps(n(me), x(:, me), s(me))
    if (mod(round, 3) == me - 1) call large_steps(n(me) - mod(round, 5), x(:, me), s(me))
  end do
  !$omp end parallel
  do me = 1, threads
    print '(i3, 4f14.8, f14.4)', me, s(me), x(1, me), x(n(me)/2, me), x(n(me), me), sum(x(:, me))
  end do
end program
