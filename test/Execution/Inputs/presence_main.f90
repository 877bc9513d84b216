program main
  use presence
  implicit none
  real(8) :: t(7, 5), q(7, 5), rain(7), a(9), b(9)
  real(8) :: total = 1
  integer :: i, many = -1
  t = reshape([(i/64d0, i = 1, 35)], [7, 5])
  q = 1
  rain = -1
  call columns(t, q, 0.125d0)
  print '(2f16.8)', sum(q)
  call columns(t, q, 0.125d0, rain=rain)
  print '(2f16.8)', sum(q), sum(rain)
  call columns(t, q, 0.125d0, rain=rain(7:1:-1), mask=[(mod(i, 2) == 0, i = 1, 7)], factor=0.5d0)
  print '(2f16.8)', sum(q), rain(2)
  call columns(t(:, 1:4), q(:, 2:5), 0.125d0, factor=2d0)
  print '(2f16.8)', sum(q)
  a = [(i/4d0, i = 1, 9)]
  b = [(1 + i/8d0, i = 1, 9)]
  call chain(9, a); print "(9f12.5)", a
  call chain(9, a, b); print "(9f12.5)", a
  call chain(9, a, s=0.5d0); print "(9f12.5)", a
  call chain(9, a, b, 0.5d0, 3); print "(9f12.5)", a
  call chain(0, a, k=3); print "(9f12.5)", a
  call added(a); print "(9f12.5)", a
  call added(a, b); print "(9f12.5)", a
  call passed_on(a); print "(9f12.5)", a
  call passed_on(a, 0.5d0); print "(9f12.5)", a
  call passed_on(a, v=b(9:1:-1)); print "(9f12.5)", a
  call counted(a); print "(9f12.5)", a
  call counted(a, total=total); print "(9f12.5)", a, total
  call counted(a, many, b=b(9:1:-1)); print "(i3, *(f12.5))", many, a, b
end program
