module first
contains
  subroutine step(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
    end do
  end subroutine
end module
