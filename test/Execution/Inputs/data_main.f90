program main
  use fields
  implicit none
  call run(7, 5)
  call run(1, 1)
  call run(33, 12)
contains
  subroutine run(n, m)
    integer, intent(in) :: n, m
    type(state_t) :: state
    real, allocatable :: f(:, :)
    integer :: i, j, step, k
    interface
      real(8) function total(a, count) bind(c)
        type(*), dimension(*) :: a
        integer, value :: count
      end function
    end interface
    allocate (state%h(n, 0:m+1), f(n, m), state%tiles(2)%q(n))
    do j = 0, m + 1
      state%h(:, j) = [(i + 0.5*modulo(i*j, 7), i = 1, n)]
    end do
    state%w = [0.5, 0.75, 1.0]
    state%tiles(2)%q = 1
    f = 0
    print '(a, 2i4)', "start", n, m
    !$loopy enter data: state
    ! The name of an array that changes, and what leaves must not.
    k = m
    !$loopy begin data create: f(:, :k)
    k = 1
    print '(a)', "steady"
    do step = 1, 4
      call flow(n, m, state%h, f)
      call advance(n, m, f, state%w, state%h)
    end do
    print '(a)', "halos"
    call wrap(m, state%h)
    call wrap(m, state%h, state%w)
    call flow(n, m, state%h, f)
    call advance(n, m, f, state%w, state%h)
    call double(n, state%tiles(2)%q)
    !$loopy end data
    !$loopy wait
    print '(a)', "calls"
    associate (h => state%h)
      !$loopy begin host_data: h
      print '(f20.2)', total(h(1, 0), n), total(h, n*(m + 2)), total(h(:, m), n)
      call change(h(1, 1), n)
      !$loopy end host_data
    end associate
    print '(a)', "end"
    call flow(n, m, state%h, f)
    !$loopy exit data: state
    print '(3f14.3)', state%h, state%tiles(2)%q, f
  end subroutine
end program
