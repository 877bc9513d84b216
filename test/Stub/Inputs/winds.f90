module air
  implicit none
  type field
    real(8) :: x, y
    integer :: shape(2)
  end type
  type(field) :: wind
contains
  subroutine shift(a)
    real(8), intent(inout) :: a
    a = a - wind%y
  end subroutine
end module
! What mentions the component is called, alone.
subroutine blow(n, a)
  use air
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    call push(a(i))
  end do
contains
  subroutine push(b)
    real(8), intent(inout) :: b
    b = b + wind%x
  end subroutine
end subroutine
subroutine calm(n, a)
  use air
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    call shift(a(i))
  end do
end subroutine
subroutine chain(n, a)
  use air, only: storm => wind
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    call first(a(i))
  end do
contains
  subroutine first(b)
    real(8), intent(inout) :: b
    call second(b)
  end subroutine
  subroutine second(b)
    real(8), intent(inout) :: b
    b = b*storm%x + storm%shape(2)
  end subroutine
end subroutine
