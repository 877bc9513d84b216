program main
  use air
  implicit none
  integer :: sizes(4) = [0, 1, 7, 13], k, i
  real(8), allocatable :: a(:)
  do k = 1, 4
    allocate (a(sizes(k)))
    a = [(i, i = 1, sizes(k))]
    wind = field(0.25d0*k, k, [3, k])
    call blow(sizes(k), a)
    print '(13f8.3)', a
    call calm(sizes(k), a)
    print '(13f8.3)', a
    call chain(sizes(k), a)
    print '(13f8.3)', a
    deallocate (a)
  end do
end program
