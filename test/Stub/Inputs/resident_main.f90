program main
  use loopyrt
  use waves
  implicit none
  call waves_of(7, 5)
  call waves_of(1, 1)
  call waves_of(3, 13)
  call waves_of(31, 2)
contains
  subroutine waves_of(n, m)
    integer, intent(in) :: n, m
    real :: q(3, 0:n+1, m), r(3, 0:n+1, m), weight(m)
    integer :: i, j, step
    do j = 1, m
      do i = 0, n + 1
        q(:, i, j) = [i + 0.5*j, j - 0.25*i, real(modulo(7*i + j, 5))]
      end do
      weight(j) = 0.5**modulo(j, 3)
    end do
    r = 0
    call loopyrt_enter_data(q, name="q")
    call loopyrt_enter_data(r, name="r")
    call loopyrt_enter_data(weight, name="weight")
    print '(a)', "start"
    flush (6)
    do step = 1, 5
      call advance(n, m, q, r, weight)
      call limit(n, m, q, r)
      ! Around, as with neighbours.
      call loopyrt_update_host(q(:, 1, :))
      call loopyrt_update_host(q(:, n, :))
      q(:, n+1, :) = q(:, 1, :)
      q(:, 0, :) = q(:, n, :)
      call loopyrt_update_device(q(:, 0, :))
      call loopyrt_update_device(q(:, n+1, :))
      if (step == 1) print '(a)', "steady"
      flush (6)
    end do
    print '(a)', "parts"
    flush (6)
    ! One component alone; elements that no kernel writes.
    r(:, 0, :) = 7
    r(2, n, m) = -1
    call loopyrt_update_device(r(:, 0, :))
    call loopyrt_update_device(r(2, n:1:-1, m))
    call loopyrt_update_host(r(3, :, 1))
    call advance(n, m, q, r, weight)
    call scale(n, m, q)
    call limit(n, m, q, r)
    print '(a)', "end"
    flush (6)
    call loopyrt_exit_data(q)
    call loopyrt_exit_data(r)
    call loopyrt_exit_data(weight)
    print '(3f12.4)', q, r
  end subroutine
end program
