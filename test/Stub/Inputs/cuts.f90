module steps
  implicit none
  real(8), target :: work(50)
contains
  subroutine advance(n, a, b, dt, scheme, total, failed)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n), b(n), dt
    character(len=*), intent(in) :: scheme
    real(8), intent(out) :: total
    logical, intent(out) :: failed
    real(8), allocatable :: old(:)
    real(8), pointer :: w(:)
    real(8) :: start, factor
    integer :: i
    call cpu_time(start)
    failed = .false.
    factor = 2*dt
    do i = 1, n
      a(i) = a(i) + factor*b(i)
    end do
    if (dt < 1d-10) then
      write (*, *) 'too small', dt
      failed = .true.
      return
    end if
    allocate (old(0:n))
    old(0) = 1
    do i = 1, n
      old(i) = a(i)
    end do
    do i = 1, n
      b(i) = old(i) - old(i - 1)
    end do
    deallocate (old)
    select case (trim(scheme))
    case ('left')
      w => work(:n)
      do i = 1, n
        w(i) = a(i)
      end do
      call report('left', w)
    case default
      w => work(2*n:1:-2)
      w = b
    end select
    total = 0
    do i = 1, n
      total = total + w(i)
      factor = w(i)
    end do
    write (*, '(2f10.3)') total, factor
  end subroutine
  subroutine report(name, values)
    character(len=*), intent(in) :: name
    real(8), intent(in) :: values(:)
    print '(2a, f10.3)', name, ': ', values(size(values))
  end subroutine
end module
