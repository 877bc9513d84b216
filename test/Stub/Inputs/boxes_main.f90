program main
  use boxes
  use loopyrt
  implicit none
  integer :: sizes(5) = [0, 1, 2, 7, 13], a, b
  do a = 1, 5
    do b = 1, 5
      call boxes_of(sizes(a), sizes(b))
    end do
  end do
  call on_the_device(7, 11)
contains
  subroutine boxes_of(n, m)
    integer, intent(in) :: n, m
    integer :: lo(2), hi(2)
    real(8), allocatable :: u(:, :), r(:, :), line(:)
    real, allocatable :: v(:, :), w(:, :)
    type(patch) :: p
    integer :: i, j
    lo = [-2, 3]
    hi = lo + [n, m] - 1
    allocate (u(lo(1)-1:hi(1)+1, lo(2):hi(2)), r(lo(1):hi(1), lo(2):hi(2)))
    do j = lo(2), hi(2)
      do i = lo(1) - 1, hi(1) + 1
        u(i, j) = i*i + 3*j
      end do
    end do
    r = 0
    call laplace(lo, hi, [lo(1) - 1, lo(2)], [hi(1) + 1, hi(2)], u, r)
    v = real(u)
    w = real(r)
    call laplace_single(lo, hi, v, w)
    p%lo = lo
    p%hi = hi
    allocate (p%u(lo(1):hi(1), lo(2):hi(2)), source=r)
    allocate (p%r(lo(1):hi(1), lo(2):hi(2)), source=r)
    call smooth(p)
    allocate (line(n + m + 2))
    line = 1
    limits = [n/2 + 1, -1, -1, n + m]
    call between(n + m + 2, line)
    print '(2i4, 3f14.4)', n, m, sum(r), sum(w), sum(p%r)
    print '(30f6.1)', line
  end subroutine

  ! The bounds change on the device, where they are.
  subroutine on_the_device(n, m)
    integer, intent(in) :: n, m
    integer :: lo(2), hi(2)
    real(8) :: u(0:n+1, m), r(n, m)
    integer :: i, j
    do j = 1, m
      do i = 0, n + 1
        u(i, j) = i*i + 3*j
      end do
    end do
    r = -1
    lo = [0, 0]
    hi = [n + 1, m + 1]
    call loopyrt_enter_data(lo, name="lo")
    call loopyrt_enter_data(hi, name="hi")
    call shrink(lo, hi)
    call interior(lo, hi, n, m, u, r)
    call loopyrt_exit_data(lo)
    call loopyrt_exit_data(hi)
    print '(7f8.2)', r
  end subroutine
end program
