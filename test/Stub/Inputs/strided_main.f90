program main
  use loopyrt
  use strided
  implicit none
  real, target :: x(3, 4), y(10)
  integer :: i, step
  x = reshape([(real(i), i=1, 12)], shape(x))
  y = 1
  call loopyrt_enter_data(x, name="x")
  call loopyrt_enter_data(y, name="y")
  if (command_argument_count() > 0) x(2, 3) = -1
  call double(0)
  do step = 1, 3
    call add(x(2, :), y(9:1:-2))
    call add(y(4:7), x(3, :))
    call add(y(::3), x(1, 4:1:-1))
    call add(x(:, 3), y(10:8:-1))
    call add(x(3, 4:4), y(6:6:2))
    call add(y(7:7), x(2, 3:3))
    p => x(1:3:2, 2)
    call double(2)
    p => y(5:8)
    call double(4)
  end do
  call loopyrt_exit_data(x)
  call loopyrt_exit_data(y)
  print '(4f10.2)', x, y
end program
