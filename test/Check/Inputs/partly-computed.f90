! Of every other element the value is that of the caller.
subroutine partly(n, nz, q, ktop)
  implicit none
  integer, intent(in) :: n, nz
  real(8), intent(inout) :: q(n, nz)
  integer, intent(inout) :: ktop(n)
  integer :: i, k
  do i = 1, n, 2
    ktop(i) = 1
  end do
  do i = 1, n
    do k = ktop(i)*ktop(i), nz
      q(i, k) = 0
    end do
  end do
end subroutine
