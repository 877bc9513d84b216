! Where data choose the elements that a loop assigns, a directive is believed
! that says that iterations are independent, which the code's header repeats.
! Not of what each thread has its own of, nor where the team is the caller's,
! nor of a statement with other loops around.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --emit=device -o %t 2>%t.err; FileCheck %s --check-prefix=CODE --input-file=%t.cl
! RUN: FileCheck %s --check-prefix=WARN --implicit-check-not=warning: < %t.err
! CHECK-COUNT-12: ok
! CODE: assumed that no two iterations of '!$acc parallel loop' use the element of 'a' that 'a_0' assigns
! CODE: assumed that no two iterations of '!$acc loop' use the element of 'a' that 'a_1' assigns
subroutine scatter(n, m, ix, a, b)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(inout) :: a(m)
  real(8), intent(in) :: b(n)
  integer :: i
  !$acc parallel loop private(i)
  do i = 1, n
    a(ix(i)) = 2*b(i)
  end do
  !$acc kernels
  !$acc loop independent gang
  do i = 1, n
    a(ix(i)) = a(ix(i)) + b(i)
  end do
  !$acc end kernels
end subroutine
! CODE: assumed that no two iterations of '!$omp parallel do' use the element of 'y' that 'y_0' assigns
subroutine rows(n, k, ix, y, x)
  implicit none
  integer, intent(in) :: n, k, ix(n)
  real(8), intent(inout) :: y(n)
  real(8), intent(in) :: x(k, n)
  integer :: i, l
  real(8) :: s
  !$omp parallel do private(s, l)
  do i = 1, n
    s = 0
    do l = 1, k
      s = s + x(l, i)
    end do
    y(ix(i)) = s
  end do
end subroutine

! CODE-NOT: assumed
! WARN: warning: kernel 'counted': the loop over 'i' stays on one work-item: the update dependence on 'h'
subroutine counted(n, m, ix, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer, intent(inout) :: h(m)
  integer :: i
  !$omp parallel reduction(+: h)
  !$omp do
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
  end do
  !$omp end parallel
end subroutine
! WARN: warning: kernel 'of_callers': the loop over 'i' stays on one work-item
subroutine of_callers(n, m, ix, h)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  integer, intent(inout) :: h(m)
  integer :: i
  !$omp do
  do i = 1, n
    h(ix(i)) = h(ix(i)) + 1
  end do
end subroutine
! WARN: warning: kernel 'steps': the loop over 't' stays on one work-item
subroutine steps(n, m, k, ix, a)
  implicit none
  integer, intent(in) :: n, m, k, ix(n, k)
  real(8), intent(inout) :: a(m)
  integer :: i, t
  do t = 1, k
    !$omp parallel do
    do i = 1, n
      a(ix(i, t)) = a(ix(i, t))*2 + i
    end do
  end do
end subroutine
! WARN: warning: kernel 'in_turns': the loop over 'i' stays on one work-item
subroutine in_turns(n, m, ix, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(8), intent(inout) :: a(m)
  integer :: i
  !$omp parallel do
  do i = 1, n
    !$omp critical
    a(ix(i)) = a(ix(i))*2 + i
    !$omp end critical
  end do
end subroutine
