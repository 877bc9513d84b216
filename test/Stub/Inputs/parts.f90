! Regions whose variables are components, have other names in an associate
! construct, or belong to a host; a region beside a jump back.
module parts
  implicit none
  type grid
    integer :: n = 0
    real, allocatable :: h(:, :)
    real :: weight(0:2) = [0.5, 0.25, 0.125]
  end type
  type state
    type(grid) :: g
    real, pointer :: u(:) => null()
    real :: total = 0
  end type
  type(state) :: current
contains
  subroutine components(s)
    type(state), intent(inout) :: s
    integer :: i, j
    !$loopy begin kernel: by_component
    do j = lbound(s%g%h, 2), ubound(s%g%h, 2)
      do i = 1, S % g % n
        s%g%h(i, j) = s%g%h(i, j)*s%g%weight(1) + s%u(i)
        s%total = s%total + current%u(i)
      end do
    end do
    !$loopy end kernel: by_component
  end subroutine

  subroutine associated_names(b, s)
    real, intent(inout) :: b(-1:)
    type(state), intent(inout) :: s
    real :: t
    integer :: i
    t = 1
    associate (c => b, r => s%total, k => 2*size(b), again => t, q => s%g%h)
      !$loopy begin kernel: by_other_name
      t = t + 1
      do i = -1, size(c) - 2
        c(i) = c(i)*k + r
        q(i + 2, 0) = t
      end do
      r = r + 1
      !$loopy end kernel: by_other_name
      print *, again
    end associate
  end subroutine

  subroutine elements(all, k)
    type(state), intent(inout) :: all(:)
    integer, intent(in) :: k
    integer :: i
    associate (s => all(k), h => all(k)%g%h, n => all(k)%g%n)
      !$loopy begin kernel: of_element
      do i = 0, n
        h(i, 1) = h(i, 1) + s%g%weight(2)*s%u(i + 1)
      end do
      !$loopy end kernel: of_element
    end associate
  end subroutine

  function inner(n, a) result(found)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real :: found, kept
    integer :: last
    found = 0
    kept = 0
    call scale(3.0)
    found = found + kept + last
  contains
    subroutine scale(factor)
      real, intent(in) :: factor
      real :: t
      integer :: i
      !$loopy begin kernel: by_host
      do i = 1, n
        t = factor*a(i)
        a(i) = t
        kept = kept + t
      end do
      last = n
      !$loopy end kernel: by_host
    end subroutine
  end function

  subroutine tried(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i, times
    times = 0
10  times = times + 1
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$loopy begin kernel: beside_a_jump
    do i = 1, n
      a(i) = a(i)*2
    end do
    !$loopy end kernel: beside_a_jump
    if (times < 2) goto 10
  end subroutine
end module
