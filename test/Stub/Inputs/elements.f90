module cells
  implicit none
  type vector
    real(8) :: x = 0, y = 0
  end type
  type cell
    character(len=3) :: name = 'c'
    type(vector) :: at, v
    real(4) :: q = 0
    integer(2) :: kind = 0
    real(8) :: u(-1:1) = 0
    type(vector) :: corners(2)
    real(8), allocatable :: own(:)
  contains
    procedure :: charge
  end type
  type grid
    integer :: n = 0
    type(cell), allocatable :: list(:, :)
  end type
  type plain
    real(4) :: q
    real(8) :: x
  end type
contains
  real(8) function charge(self)
    class(cell), intent(in) :: self
    charge = self%q
  end function
  ! Gathered and scattered; the host's rest of each element stays.
  subroutine move(first, c, dt)
    integer, intent(in) :: first
    type(cell), intent(inout) :: c(first:)
    real(8), intent(in) :: dt
    integer :: i, k
    do i = lbound(c, 1), ubound(c, 1)
      c(i)%at%x = c(i)%at%x + dt*c(i)%v%x
      c(i)%kind = c(i)%kind + 1_2
      do k = -1, 1
        c(i)%u(k) = c(i)%u(k) + k*c(i)%q
      end do
      c(i)%corners(2)%y = c(i)%corners(1)%x + i
    end do
  end subroutine
  subroutine fill(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, size(g%list, 2)
      do i = lbound(g%list, 1), ubound(g%list, 1)
        g%list(i, j)%q = i + 10*j
        g%list(i, j)%at = vector(i, j)
        associate (one => g%list(i, j))
          one%v = one%at
          one%v%x = one%v%x + one%q
        end associate
      end do
    end do
  end subroutine
  subroutine scale(p, factor)
    type(plain), intent(inout) :: p(:)
    real(8), intent(in) :: factor
    integer :: i
    do i = 1, size(p)
      p(i)%x = factor*p(i)%x + p(i)%q
    end do
  end subroutine
  ! Of one element, an array that is its own.
  subroutine grow(g, i, j)
    type(grid), intent(inout) :: g
    integer, intent(in) :: i, j
    integer :: k
    do k = 1, g%n
      g%list(i, j)%own(k) = g%list(i, j)%own(k) + g%list(i, j)%q*k
    end do
  end subroutine
end module
