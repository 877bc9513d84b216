program main
  use first, only: one => step
  use second, only: two => step
  implicit none
  real :: x(3) = [1, 2, 3]
  integer :: i
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
  call enter(x, 12_8, 0)
  do i = 1, 3
    call one(3, x)
    call two(3, x)
  end do
  call leave(x, 12_8, 0)
  print '(3f6.1)', x
end program
