! Times of calls of the nests, and what they must move, each element once, over
! them.
program driver
  use calls
  implicit none
  integer :: rounds = 5, i, k
  character(32) :: argument

  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) rounds
  allocate(a(n**3), b(n**3), c(n**3), d(n**3), x(n**3))
  do i = 1, n**3
    a(i) = 0.5d0 + mod(i, 997)*1d-4
  end do
  b = 4 + a
  c = 0.3d0*a
  d = c
  x = 0
  square = 0.25d0
  allocate(one(edges), other(edges), few(cells), around(6*cells))
  do i = 1, edges
    one(i) = 1 + mod(i/3 + 399, cells)
    other(i) = 1 + mod(i/3 + mod(i, 3)*400, cells)
  end do
  allocate(near(thin_edges), far(thin_edges))
  do i = 1, thin_edges
    near(i) = 1 + mod(i/3 + 399, thin_cells)
    far(i) = 1 + mod(i/3 + mod(i, 3)*400, thin_cells)
  end do
  do i = 1, cells
    few(i) = 6 - mod(i, 50)/49
    do k = 1, 6
      around(k + 6*(i - 1)) = 1 + mod(3*(i - 1) + k*7 + mod(k, 2)*1200, edges)
    end do
  end do
  !$loopy enter data: a, b, c, d, x, one, other, few, around, near, far, square
  call time('copy', 1, 16d0*n**3)
  call time('7 points', 2, 16d0*320**3)
  call time('27 points', 3, 16d0*n**3)
  call time('tridiagonal, along columns', 4, 40d0*n**3)
  call time('tridiagonal, along rows', 5, 40d0*n**3)
  call time('transposition, 5760', 6, 16d0*5760**2)
  call time('row sums, 5760 by 5760', 7, 8d0*5760**2)
  call time('row sums, 300000 by 100', 8, 8d0*300000*100)
  call time('column sums, 5760 by 5760', 9, 8d0*5760**2)
  call time('column sums, 100 by 300000', 10, 8d0*300000*100)
  call time('column sums, 300000 by 100', 11, 8d0*300000*100)
  call time('sum and maximum, 322^3', 12, 8d0*n**3)
  call time('softmax, 5760 by 5760', 13, 16d0*5760**2)
  call time('edges from cells', 14, 8d0*levels*(edges + cells))
  call time('edges from cells, 5 levels', 23, 8d0*thin_levels*(thin_edges + thin_cells))
  call time('cells from edges', 15, 8d0*levels*(edges + cells))
  call time('upwind advection, 3 launches', 16, 56d0*n**3)
  call time('columns, 800 blocks of 256', 17, 40d0*800*256*137)
  call time('spectral elements, 8^3', 18, 64d0*512*9000)
  call time('5 components', 19, 120d0*184**3)
  !$loopy exit data delete: a, b, c, d, x, one, other, few, around, near, far, square
  deallocate(a, b, c, d, x)
  allocate(f(19*224**3), g(19*224**3))
  f = 0.05
  g = 0
  !$loopy enter data: f, g
  call time('lattice Boltzmann, 19', 20, 8d0*19*224**3)
  call time('transposed by other, 2048', 21, 0d0)
  !$loopy exit data delete: f, g
  deallocate(f, g)
  allocate(s(384**3,9))
  s = 1
  !$loopy enter data: s
  call time('stress, order 4', 22, 60d0*384**3)
  !$loopy exit data delete: s

contains

  subroutine time(name, number, bytes)
    character(*), intent(in) :: name
    integer, intent(in) :: number
    real(wp), intent(in) :: bytes
    real(wp) :: best
    integer(8) :: begin, end, rate
    integer :: round
    best = huge(best)
    do round = 0, rounds
      !$loopy wait
      call system_clock(begin, rate)
      call run(number)
      !$loopy wait
      call system_clock(end)
      best = min(best, real(end - begin, wp)/rate)
    end do
    if (bytes > 0) then
      write (*, '(a32, f10.3, a, f7.0, a)') name, best*1e3, ' ms', bytes/best*1e-9, ' GB/s'
    else
      write (*, '(a32, f10.3, a)') name, best*1e3, ' ms'
    end if
  end subroutine
end program
