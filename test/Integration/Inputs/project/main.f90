program heat
  use kinds, only: wp
  use diffuse, only: step
  use report, only: show
  implicit none
  integer, parameter :: n = 100
  real(wp) :: u(0:n+1), v(0:n+1)
  integer :: k
  u = 0
  u(50) = 1
  v = u
  do k = 1, 10
    call step(n, u, v)
    call step(n, v, u)
  end do
  call axpy(n, 2.0_wp, u(1:n), v(1:n))
  call show('u', u(1:n))
  call show('v', v(41:60))
end program heat
