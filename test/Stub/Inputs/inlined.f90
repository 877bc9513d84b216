! Kernels with statements of procedures whose modules have variables that the
! callers do not know.
module physics
  implicit none
  real(8) :: rate = 0.5d0
  real(8), allocatable :: table(:)
  integer :: calls = 0
contains
  real(8) function growth(x, k)
    real(8), intent(in) :: x
    integer, intent(in) :: k
    growth = rate*x + table(k)
  end function
  subroutine count_call(k)
    integer, intent(out) :: k
    calls = calls + 1
    k = calls
  end subroutine
end module

module model
  implicit none
  integer :: rate = 7
contains
  subroutine advance(n, x)
    use physics, only: growth, count_call
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i, k
    do i = 1, n
      x(i) = rate + growth(x(i), i)
    end do
    call count_call(k)
    x(1) = k
  end subroutine
end module
