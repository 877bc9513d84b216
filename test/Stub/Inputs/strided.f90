module strided
  implicit none
  real, pointer :: p(:) => null()
contains
  subroutine add(a, b)
    real, intent(in) :: a(:)
    real, intent(inout) :: b(0:)
    integer :: i
    do i = 1, size(a)
      b(i - 1) = b(i - 1) + a(i)
    end do
  end subroutine

  subroutine double(n)
    integer, intent(in) :: n
    integer :: i
    !$loopy begin kernel: double_each
    do i = 1, n
      p(i) = 2*p(i)
    end do
    !$loopy end kernel: double_each
  end subroutine
end module
