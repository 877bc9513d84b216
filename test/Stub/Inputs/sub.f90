! Procedures of a submodule, of either kind.
module whole
  implicit none
  interface
    module subroutine one(n, a)
      integer, value :: n
      real, intent(inout) :: a(n)
    end subroutine
    module subroutine two(a)
      real, intent(inout) :: a(0:)
    end subroutine
    module function three(n, a) result(total)
      integer, intent(in) :: n
      real, intent(in) :: a(n)
      real :: total
    end function
  end interface
end module
submodule (whole) part
  real, parameter :: factor = 3
contains
  module subroutine one(n, a)
    integer, value :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      a(i) = factor*a(i)
    end do
  end subroutine
  module procedure two
    integer :: i
    do i = 0, size(a) - 1
      a(i) = a(i) + i
    end do
  end procedure
  module procedure three
    integer :: i
    total = 0
    !$loopy begin kernel: summing
    do i = 1, n
      total = total + a(i)
    end do
    !$loopy end kernel: summing
  end procedure
end submodule
