program main
  use bodies
  implicit none
  type(particle) :: p(7)
  type(state) :: s, all(-1:2)
  type(vector) :: v(7), w(7), shift
  real(8) :: e(7), r(7)
  integer :: i, k
  do i = 1, 7
    p(i) = particle(vector(i, -i), vector(0.5d0*i, 1), 0.25*i, [1d0, 2d0*i, 3d0])
    v(i) = vector(0.25d0*i, 0.125d0*i)
    w(i) = vector(-i, 2*i)
  end do
  shift = vector(0.5d0, 8)
  call kicks(7, p, e, 0.25d0)
  call cycle_all(7, p, shift)
  call start(s, 5)
  call advance(s, 0.5d0)
  do k = -1, 2
    call start(all(k), k)
  end do
  call blocks(all, 3, 0.25d0)
  call bound(7, v, r)
  call sums(7, v, w)
  call rests(7, w)
  call through_host(7, v, shift)
  print '(7f10.4)', (p(i)%at, p(i)%v, p(i)%u, i = 1, 7)
  print '(7f10.4)', p%q, e, r
  print '(6f10.4)', s%h, s%f
  print '(6f10.4)', (all(k)%h, all(k)%f, k = -1, 2)
  print '(4f10.4)', (v(i), w(i), i = 1, 7)
contains
  subroutine start(s, first)
    type(state), intent(out) :: s
    integer, intent(in) :: first
    integer :: i
    s%n = 6
    s%drift = vector(0.125d0, 0)
    allocate (s%h(first:first + 5), s%f(first:first + 5))
    s%h = [(0.5d0*i*i + first, i = 1, 6)]
    s%f = 0
  end subroutine
end program
