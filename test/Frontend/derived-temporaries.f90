! RUN: %loopyc --print-after=program --stop-after=frontend %s 2>&1 | FileCheck %s
! Expressions of derived types as arguments: variables that are assigned in
! front of the statement, each in its own block; vector subscripts of arguments.
module m
  implicit none
  type vector
    real(8) :: x, y
  end type
  interface operator(+)
    module procedure plus
  end interface
contains
  pure function plus(a, b) result(c)
    type(vector), intent(in) :: a, b
    type(vector) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  pure real(8) function length(a)
    type(vector), intent(in) :: a
    length = sqrt(a%x**2 + a%y**2)
  end function
  pure real(8) function total(a)
    real(8), intent(in) :: a(:)
    total = sum(a)
  end function
end module

! CHECK-LABEL: subroutine places(
subroutine places(n, x, plus_r_x)
  use m
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), plus_r_x
  integer :: i
  ! CHECK: vector_value{{.*}} = x[0]
  ! CHECK: call plus(
  ! CHECK: length#1 := length(
  ! CHECK-NEXT: plus_r_x = length#1
  plus_r_x = length(vector(x(1), 1) + vector(2, 3))
  do i = 1, n
    if (x(i) > 2) then
      x(i) = 0
    ! CHECK: else
    ! CHECK-NEXT: vector_value{{.*}} = x[i - 1]
    else if (length(vector(x(i), 1)) > 2) then
      ! CHECK: x[i - 1] = 2
      x(i) = 2
    end if
    ! CHECK: do
    ! CHECK-NEXT: vector_value{{.*}} = x[i - 1]
    do while (length(vector(x(i), 2)) < 4)
      x(i) = x(i) + 1
    end do
  end do
end subroutine

! CHECK-LABEL: subroutine chosen(
subroutine chosen(n, ix, a, s)
  use m
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: s
  ! CHECK: total#{{[0-9]+}} := total(a => a([array#{{[0-9]+}}]))
  s = total(a(ix))
end subroutine
