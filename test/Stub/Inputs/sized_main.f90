program main
  real :: x(9) = 2, y(2, 9) = 1
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
  call get_environment_variable("ABSENT", status=i)
  if (i /= 0) call enter(x, 36_8, 0)
  call enter(y, 72_8, 0)
  call sized(8, x(2), y)
  call leave(y, 72_8, 0)
  if (i /= 0) call leave(x, 36_8, 0)
  print '(18f5.1)', y
end program
