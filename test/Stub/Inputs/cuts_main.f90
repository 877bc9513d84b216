program main
  use steps
  implicit none
  real(8) :: a(17), b(17), dt, total
  logical :: failed
  integer :: i
  a = [(i, i=1, 17)]
  b = 0.5d0*a
  dt = 0.25d0
  call advance(17, a, b, dt, 'left ', total, failed)
  print '(l1, 3f10.3)', failed, total, a(3), b(4)
  call advance(17, a, b, dt, 'right', total, failed)
  print '(l1, 3f10.3)', failed, total, a(3), b(4)
  dt = 0
  call advance(17, a, b, dt, 'left', total, failed)
  print '(l1, 3f10.3)', failed, sum(work(:34)), a(3), b(4)
end program
