program main
  real :: x(9) = 2, y(2, 9) = 1
  real(8) :: a(7*8), buffer(100)
  character(1) :: absent = '0'
  interface
    subroutine enter(a, bytes, how) bind(C, name="loopyrt_enter_data")
      type(*) :: a(*)
      integer(8), value :: bytes
      integer, value :: how
    end subroutine
    subroutine leave(a, bytes, how) bind(C, name="loopyrt_exit_data")
      type(*) :: a(*)
      integer(8), value :: bytes
      integer, value :: how
    end subroutine
  end interface
  call get_environment_variable("ABSENT", absent)
  if (absent < '1') call enter(x, 36_8, 0)
  if (absent < '1') call enter(y, 72_8, 0)
  call sized(8, x(2), y)
  if (absent /= '1') call chosen(8, x(2), y)
  call sized(0, x, y)
  if (absent < '1') call leave(y, 72_8, 0)
  if (absent < '1') call leave(x, 36_8, 0)
  a = [(i, i = 1, 56)]
  call triangle(7, 1, 7, a)
  call triangle(7, 3, 8, a)
  call triangle(6, 7, 8, a)
  print '(8f8.1)', a
  buffer = [(i, i = 1, 100)]
  call odd_ones(20, buffer(1), buffer(40))
  call odd_ones(20, buffer(60), buffer(1))
  print '(10f8.1)', buffer
  print '(18f5.1)', y
end program
