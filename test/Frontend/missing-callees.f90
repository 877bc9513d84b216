! RUN: %loopyc --target=c -o %t %s 2>&1 | FileCheck %s
! What is called of a module that is not there: the module is named. Elements of
! arrays of its types may have names in constructs of the host.
subroutine named(n, a)
  use vendor, only: relax, weight
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  !$loopy begin kernel: named
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:5: warning: {{.*}}call of 'relax', which is of module 'vendor', which was not found; give the directory of its source
    call relax(a(i))
    ! CHECK: [[#@LINE+1]]:19: note: and here: 'weight' is of module 'vendor', which was not found
    a(i) = a(i) + weight(a(i))
  end do
  !$loopy end kernel: named
end subroutine

subroutine perhaps(n, a)
  use vendor
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  !$loopy begin kernel: perhaps
  do i = 1, n
    ! CHECK: [[#@LINE+1]]:5: warning: {{.*}}call of 'relax', whose source was not found
    call relax(a(i))
    ! CHECK: note: it may come from module 'vendor', which was not found
  end do
  !$loopy end kernel: perhaps
end subroutine

! CHECK-NOT: plans
subroutine planned(n, a, b)
  use vendor, only: plan_t, transform
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  type(plan_t), allocatable :: plans(:)
  type(plan_t), dimension(3, 2) :: more
  integer :: i
  !$loopy begin kernel: planned
  do i = 1, n
    b(i) = a(i)*2
  end do
  !$loopy end kernel: planned
  associate (p => plans(1), q => more(2, 1))
    call transform(p, q, a)
  end associate
end subroutine
