! Functions read the newest values of arrays that stay on the device.
! REQUIRES: gfortran, opencl
! RUN: rm -rf %t && mkdir %t && cd %t
! RUN: gfortran -O1 %s -o ref && ./ref > ref.out
! RUN: env LOOPYC_FLAGS=--target=opencl %build/tools/loopyc/loopyc-fc -O1 %s -o program
! RUN: ./program > out && diff ref.out out
module fields
  implicit none
  integer :: n = 40
  type state
    real(8), allocatable :: h(:, :)
  end type
  real(8), allocatable :: u(:, :)
contains
  subroutine step(s, t)
    type(state), intent(inout) :: s
    integer, intent(in) :: t
    integer :: i, j
    do j = 1, n
      do i = 1, n
        u(i, j) = u(i, j) + t*(i - j)
        s%h(i, j) = s%h(i, j) - mod(i*j, 7)
      end do
    end do
  end subroutine
  real(8) function total()
    integer :: i, j
    total = 0
    do j = 1, n
      do i = 1, n
        total = total + u(i, j)**2
      end do
    end do
  end function
  logical function positive(s)
    type(state), intent(in) :: s
    positive = all(s%h > 0)
  end function
  function ends(s) result(e)
    type(state), intent(in) :: s
    real(8) :: e(2)
    integer :: i, j
    e = [huge(e), -huge(e)]
    do j = 1, n
      do i = 1, n
        e(1) = min(e(1), s%h(i, j))
        e(2) = max(e(2), s%h(i, j))
      end do
    end do
  end function
  integer function above(limit) result(k)
    real(8), intent(in) :: limit
    k = -1
    if (limit < 0) return
    k = count(u > limit)
    if (k < -5) stop 1
  end function
end module

program main
  use fields
  implicit none
  type(state) :: s
  integer :: t
  allocate (u(n, n), s%h(n, n))
  u = 1
  s%h = 10
  !$loopy begin data: u, s
  do t = 1, 3
    call step(s, t)
    print '(f16.4, l2, 2f10.2, 2i8)', total(), positive(s), ends(s), above(3d0), above(-1d0)
  end do
  !$loopy end data
end program
!$loopy begin
!$loopy end
