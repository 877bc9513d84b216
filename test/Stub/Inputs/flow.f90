! Values that leave a region by other ways than a name in a later statement,
! and variables that a module gives under other names.
module fields
  implicit none
  real, allocatable :: theta(:)
  real :: Gravity = 9.5
  real, parameter :: Half = 0.5
  integer :: steps = 0
end module
module flow
  use fields, only: th => theta, g => gravity, h => HALF, taken => steps
  implicit none
contains
  subroutine renamed(n)
    integer, intent(in) :: n
    integer :: i
    !$loopy begin kernel: renamed_names
    do i = 1, n
      th(i) = th(i) + h*g
      taken = taken + 1
    end do
    !$loopy end kernel: renamed_names
  end subroutine
  subroutine by_pointer(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, target :: t
    real, pointer :: p
    integer :: i
    p => t
    t = 0
    !$loopy begin kernel: pointed
    t = 7
    do i = 1, n
      x(i) = x(i) + t
    end do
    !$loopy end kernel: pointed
    print *, p
  end subroutine
  subroutine by_namelist(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: last, i
    namelist /found/ last
    last = 0
    !$loopy begin kernel: listed
    last = 5
    do i = 1, n
      x(i) = x(i) + last
    end do
    !$loopy end kernel: listed
    write (*, nml=found)
  end subroutine
  subroutine by_label(n, x, text)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    character(*), intent(in) :: text
    real :: t
    integer :: i, read_one, rows
    !$loopy begin kernel: jumped
    t = 7
    do i = 1, n
      x(i) = x(i) + t
    end do
    !$loopy end kernel: jumped
    read (text, *, end=100) read_one
    t = read_one
    do rows = 1, 3
      if (rows == 2) goto 50
      t = t + 1
50    continue
    end do
100 print *, t
  end subroutine
  subroutine by_going_back(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real :: t
    integer :: i, tries
    tries = 0
    t = 0
10  tries = tries + 1
    if (tries > 1) print *, t
    t = 0
    !$loopy begin kernel: repeated
    t = 7
    do i = 1, n
      x(i) = x(i) + t
    end do
    !$loopy end kernel: repeated
    if (tries < 3) goto 10
  end subroutine
  subroutine by_function(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real :: t, scaled, factor
    integer :: i
    scaled(factor) = factor*t
    !$loopy begin kernel: stated
    t = 7
    do i = 1, n
      x(i) = x(i) + t
    end do
    !$loopy end kernel: stated
    print *, scaled(2.0)
  end subroutine
end module
