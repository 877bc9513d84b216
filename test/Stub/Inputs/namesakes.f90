! Variables of derived types of one name: each component is of its own.
module vectors
  implicit none
  type vector
    real(8) :: x, y(3)
  end type
end module
module first
  use vectors
  implicit none
  type(vector) :: state
contains
  subroutine add_first(r)
    real(8), intent(inout) :: r
    r = r + state%x + state%y(2)
  end subroutine
end module
module second
  use vectors
  implicit none
  type(vector) :: state
contains
  subroutine add_second(r)
    real(8), intent(inout) :: r
    r = r + 100*state%x
  end subroutine
end module
module both
  use vectors
  implicit none
contains
  ! Of other modules, and none here.
  subroutine add_both(r)
    use first, only: add_first
    use second, only: add_second
    real(8), intent(inout) :: r
    call add_first(r)
    call add_second(r)
  end subroutine
  ! Beside a local one.
  subroutine beside_local(r)
    use first, only: add_first
    real(8), intent(inout) :: r
    type(vector) :: state
    state%x = 1000
    state%y = 5
    call add_first(r)
    r = r + state%x*state%y(1)
  end subroutine
  ! Beside a dummy argument, and one of a block.
  subroutine beside_dummy(state, r)
    use first, only: add_first
    type(vector), intent(in) :: state
    real(8), intent(inout) :: r
    call add_first(r)
    block
      type(vector) :: state
      state%x = 7
      call add_first(r)
      r = r + state%x
    end block
    r = r + state%x
  end subroutine
end module
subroutine modules(n, b)
  use first, only: state
  use second, only: other => state
  use both, only: add_both
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  !$loopy begin kernel: modules_loop
  do i = 1, n
    b(i) = b(i)*state%x/other%x
    call add_both(b(i))
  end do
  !$loopy end kernel: modules_loop
end subroutine
subroutine locals(n, b)
  use first, only: state
  use both, only: beside_local
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  integer :: i
  !$loopy begin kernel: locals_loop
  do i = 1, n
    b(i) = b(i)*state%x
    call beside_local(b(i))
  end do
  !$loopy end kernel: locals_loop
end subroutine
subroutine dummies(n, b)
  use vectors
  use first, only: state
  use both, only: beside_dummy
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: b(n)
  type(vector) :: own
  integer :: i
  own%x = 3
  own%y = 4
  !$loopy begin kernel: dummies_loop
  do i = 1, n
    b(i) = b(i)*state%x
    call beside_dummy(own, b(i))
  end do
  !$loopy end kernel: dummies_loop
end subroutine
