module block_types
  implicit none
  type vec
    real(8) :: x, y
    integer :: k
    real(8) :: w(3)
  end type
  type counted
    integer :: k = 3
    real(8) :: x, w(2) = 0.5d0
  end type
contains
  subroutine cond(n, a, b)        ! set under a condition, read under the same
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      block
        type(vec) :: s
        if (a(i) > 0) s%x = a(i)
        if (a(i) > 0) b(i) = b(i) + s%x
      end block
    end do
  end subroutine
  subroutine outer(n, a, b, total)   ! one of the same name around
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n), total
    type(vec) :: s
    integer :: i
    s%x = 5
    s%w = 1
    do i = 1, n
      block
        type(vec) :: s
        if (a(i) > 0) then
          s%x = a(i)
          s%w(2) = 2*a(i)
        else
          s%x = 0
          s%w(2) = 1
        end if
        b(i) = b(i) + s%x*s%w(2)
      end block
    end do
    total = s%x + sum(s%w)
  end subroutine
  subroutine marked(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    type(vec) :: r(3)
    r(1)%x = 2; r(2)%x = 3; r(3)%x = 4
    !$loopy begin kernel: in_block
    do i = 1, n
      block
        type(vec) :: s, r(2)
        do j = 1, 2
          r(j)%x = a(i)*j
          r(j)%w(:) = j
        end do
        s = r(1)
        s%y = r(2)%x
        s%k = 0
        do j = 1, 3
          if (a(i) > j) s%k = s%k + 1
        end do
        b(i) = b(i) + s%x + s%y + s%k + sum(s%w)
      end block
    end do
    !$loopy end kernel: in_block
    b(1) = b(1) + r(1)%x + r(3)%x
  end subroutine
  subroutine region_in_block(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    block
      type(vec) :: s
      s%x = a(1)
      !$loopy begin kernel: inside
      do i = 1, n
        b(i) = b(i)*s%x
      end do
      s%y = 3
      !$loopy end kernel: inside
      b(n) = b(n) + s%y
    end block
  end subroutine
  subroutine defaults(n, a, b)    ! in each iteration, and in what is called
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      block
        type(counted) :: s
        if (a(i) > 0) s%k = s%k + 1
        s%x = a(i)
        s%w(1) = s%w(1) + s%k
        b(i) = b(i) + s%x*s%k + sum(s%w)
        call more(b(i))
      end block
    end do
  end subroutine
  subroutine more(x)
    real(8), intent(inout) :: x
    block
      type(counted) :: s
      s%w(2) = s%w(2) + x
      x = sum(s%w)*s%k
    end block
  end subroutine
end module
