subroutine partly(n, h)
  integer, intent(in) :: n
  real, intent(out) :: h(n)
  integer :: i
  h = 5
  !$loopy begin kernel: inner
  do i = 2, n - 1
    h(i) = i
  end do
  !$loopy end kernel: inner
end subroutine

! Programs count on the elements that are not written to keep their values.
subroutine interior(n, h, flags)
  integer, intent(in) :: n, flags(n)
  real, intent(out) :: h(n, n)
  integer :: i, j
  do j = 2, n - 1
    do i = 1, n
      h(i, j) = 10*i + j
    end do
  end do
  do i = 1, n
    if (flags(i) > 0) h(i, 1) = 0
  end do
end subroutine

! All of it, whatever n is: nothing need be copied to the device.
subroutine everywhere(n, h)
  integer, intent(in) :: n
  real, intent(out) :: h(n, n)
  integer :: i, j
  do j = 1, n
    h(1, j) = j
    do i = 2, n
      h(i, j) = i*j
    end do
  end do
end subroutine
