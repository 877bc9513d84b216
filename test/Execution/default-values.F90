! Variables that have a value by their type's declaration when the procedure
! begins: parts that a kernel reads before it writes them are not its own.
! REQUIRES: gfortran
! RUN: %loopyc %s -DRK=8 --check --target=c -Wno-serial | FileCheck %s --implicit-check-not=FAILED
! RUN: %if opencl %{ %loopyc %s -DRK=4 --check --target=opencl -Wno-serial --param n=1 | FileCheck %s --implicit-check-not=FAILED %}
! RUN: %if opencl %{ %loopyc %s -DRK=8 --check --target=opencl -Wno-serial --param n=37 | FileCheck %s --implicit-check-not=FAILED %}
! RUN: not %loopyc %s -DRK=8 -DBLOCK --target=c -fsyntax-only -Werror=untranslated 2>&1 | FileCheck %s --check-prefix=BLOCK
! CHECK-DAG: check: sums: {{.*}}: ok
! CHECK-DAG: check: inherited: {{.*}}: ok
! CHECK-DAG: check: elements: {{.*}}: ok
! CHECK-DAG: check: scratch: {{.*}}: ok
! CHECK-DAG: check: nested: {{.*}}: ok
! CHECK-DAG: check: marked: {{.*}}: ok
! CHECK-DAG: check: of_block: {{.*}}: ok
! CHECK-DAG: check: of_callees: {{.*}}: ok
! Each call begins with them: of what comes back, and of a callee's own.
module default_values
  implicit none
  type :: total
    real(RK) :: s = 10, w(3) = 2
    integer :: k
  end type
  type, extends(total) :: more
    real(RK) :: last = 3
  end type
  type :: pair
    type(total) :: first = total(5, 7, 1)
    real(RK) :: own
  end type
  type :: holder
    integer :: k = 1
    real(RK), pointer :: p(:) => null()
  end type
contains
  subroutine sums(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(total) :: a
    integer :: i
    do i = 1, n
      a%s = a%s + x(i)
      x(i) = a%s/(1 + abs(x(i)))
      a%w(2) = a%w(2) + a%w(1)
    end do
    if (n > 0) x(1) = a%s + a%w(2)
  end subroutine
  subroutine started(t, x)
    type(total), intent(out) :: t
    real(RK), intent(in) :: x
    t%s = t%s + x
  end subroutine
  real(RK) function weighted(x)
    real(RK), intent(in) :: x
    type(total) :: t
    if (x > 0) t%w(2) = t%w(1) + x
    weighted = t%w(2)*x + t%s
  end function
  subroutine of_callees(n, x, y)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n), y(n)
    type(total) :: t
    integer :: i
    do i = 1, n
      t%w(1) = x(i)
      t%s = 1000
      call started(t, x(i))
      y(i) = weighted(t%s - 10)
      x(i) = t%s + t%w(1)*t%w(2)
    end do
  end subroutine
  subroutine inherited(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(more) :: a
    integer :: i
    do i = 1, n
      if (x(i) > 0) a%last = a%last + 1
      x(i) = x(i) + a%last + a%w(3)
    end do
  end subroutine
  subroutine elements(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(total) :: a(4)
    integer :: i
    do i = 1, n
      a(2)%s = a(2)%s + x(i)
      x(i) = a(2)%s
    end do
  end subroutine
  subroutine scratch(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(total) :: a
    integer :: i
    do i = 1, n
      a%w(1) = 2*x(i)
      a%k = i
      x(i) = a%w(1) + a%k
    end do
  end subroutine
  subroutine nested(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(pair) :: a
    integer :: i
    do i = 1, n
      a%first%s = a%first%s + x(i)
      a%own = a%first%s
      x(i) = a%own + a%first%w(2)
    end do
  end subroutine
  subroutine marked(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    type(total) :: a
    integer :: i
    !$loopy begin kernel: marked
    do i = 1, n
      a%s = a%s + x(i)
      x(i) = a%s
    end do
    !$loopy end kernel: marked
  end subroutine
  subroutine of_block(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      block
        type(total) :: b
        b%s = b%s + x(i)
        x(i) = b%s
      end block
    end do
  end subroutine
#ifdef BLOCK
  subroutine of_pointers(n, x)
    integer, intent(in) :: n
    real(RK), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      block
        type(holder) :: b
        b%k = b%k + 1
        x(i) = b%k
      end block
    end do
  end subroutine
#endif
end module
! BLOCK: error: 'of_pointers' stays on the host: not supported: 
