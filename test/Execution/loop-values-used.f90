! Loop variables have the values that Fortran gives them behind their loops.
! RUN: %loopyc %s --check --target=c --param n=0 --param m=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=0 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=37 --param m=5 | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK: check: of_module: {{.*}}: ok
! CHECK: check: last_of_nest: {{.*}}: ok
! CHECK: check: read_after: {{.*}}: ok
! CHECK: check: inside: {{.*}}: ok
! CHECK: check: dummy: {{.*}}: ok
! CHECK: check: region: {{.*}}: ok
! CHECK-NOT: FAILED
module m
  implicit none
  integer :: k
contains
  subroutine of_module(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: j
    do j = 1, m
      do k = n, 2, -3
        a(k, j) = a(k, j) + k
      end do
    end do
  end subroutine

  subroutine last_of_nest(n, m, a, at)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer, intent(out) :: at(2)
    integer :: i, j
    i = -7
    do j = 3, m
      do i = j, n - j, 2
        a(i, j) = a(i, j) + j
      end do
    end do
    at(1) = i
    at(2) = j
  end subroutine

  subroutine read_after(n, a, at)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(out) :: at
    integer :: i
    do i = 1, n, 2
      a(i) = a(i)*2
    end do
    at = i
    do i = max(i - 2, 1), n
      a(n) = a(n) - i
    end do
    at = at + 100*i
    i = i + 5
    at = at - i
  end subroutine

  subroutine inside(n, a, b)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      do i = 1, j - 2
        a(j) = a(j) + i
      end do
      b(j) = i
      if (mod(j, 2) == 0) then
        do i = j, 1, -1
          a(j) = a(j)*0.5
        end do
      end if
      b(j) = b(j)*3 + i
    end do
  end subroutine

  subroutine dummy(i, n, a)
    integer :: i, n
    real(8) :: a(n)
    do i = 1, n
      a(i) = a(i) + i
    end do
  end subroutine

  integer function last(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer :: i
    !$loopy begin kernel: region
    do i = 1, n
      a(i) = a(i) + 1
    end do
    !$loopy end kernel: region
    last = i
  end function
end module
