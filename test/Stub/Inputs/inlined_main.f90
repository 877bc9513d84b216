program main
  use physics
  use model, only: advance
  implicit none
  real(8) :: x(40), u(0:10), t
  integer :: i, step
  allocate (table(0:40))
  table = [(i*0.125d0, i = 0, 40)]
  x = 1
  u = 2
  t = 0
  do step = 1, 3
    rate = 0.25d0*step
    call advance(40, x)
    call region
  end do
  print *, x
  print *, u, t, calls
contains
  subroutine region
    integer :: i
    !$loopy begin kernel: here
    do i = 1, 10
      call shift(i)
    end do
    t = t + u(10)
    !$loopy end kernel: here
  end subroutine
  subroutine shift(k)
    integer, intent(in) :: k
    u(k) = u(k) + growth(x(k), k)
  end subroutine
end program
