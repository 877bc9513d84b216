! A scalar that serves several loops in turn has a name in each, where nothing
! reads in one what another left: all of them are spread.
! RUN: %loopyc %s --target=opencl -Werror=serial --emit=ir -o - | FileCheck %s --implicit-check-not=KERNEL
! RUN: %loopyc %s --no-map-parallel --emit=ir -o - | FileCheck %s --check-prefix=ALONE
! RUN: %if gfortran %{ %loopyc %s --map-parallel --check --target=c --param n=13 | FileCheck %s --check-prefix=DONE %}
! RUN: %if gfortran %{ %loopyc %s --map-parallel --check --target=c --param n=0 | FileCheck %s --check-prefix=DONE %}
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=300 | FileCheck %s --check-prefix=DONE %}
! DONE-COUNT-3: : ok:
! ALONE-LABEL: KERNEL: adds_up
! ALONE: x_1 = a[i]*2
! ALONE-NEXT: b[i] = b[i]*x_1
! ALONE: x = 0.0
! ALONE: x = x + b[n - i_1 - 1]
! CHECK: KERNEL: adds_up
subroutine adds_up(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s
  integer :: i
  real(8) :: x
  do i = 1, n
    if (a(i) > 0) then
      x = a(i)*2
      b(i) = b(i)*x
    end if
  end do
  x = 0
  do i = 1, n
    x = x + b(n + 1 - i)
  end do
  s = x
end subroutine

! Inside of a loop whose iterations follow each other.
! ALONE-LABEL: KERNEL: steps
! ALONE: x_1 = a[i]*2
! ALONE-NEXT: b[i] = b[i]*x_1
! ALONE: x = 0.0
! ALONE: x = x + b[n - i_1 - 1]
! CHECK: KERNEL: steps
subroutine steps(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s(3)
  integer :: i, t
  real(8) :: x
  do t = 1, 3
    do i = 1, n
      if (a(i) > 0) then
        x = a(i)*2
        b(i) = b(i)*x
      end if
    end do
    x = 0
    do i = 1, n
      x = x + b(n + 1 - i)
    end do
    s(t) = x
  end do
end subroutine

! What the one loop leaves is what the next begins with: one variable.
! ALONE-LABEL: KERNEL: goes_on
! ALONE-NOT: x_1 =
! CHECK: KERNEL: goes_on
subroutine goes_on(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s
  integer :: i
  real(8) :: x
  x = 0
  do i = 1, n
    x = x + a(i)
  end do
  do i = 1, n
    if (b(i) > 0) x = x + b(i)
  end do
  s = x
end subroutine
