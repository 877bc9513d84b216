! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=37 --param m=50 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=4 --check --target=opencl,c --param n=1 --param m=3 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=0 --param m=7 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=257 --param m=300 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s -DRK=8 --emit=device -o - 2>&1 | FileCheck %s --check-prefix=CODE
! `do concurrent` where data choose the elements that are assigned: iterations
! are believed to assign others each, which the code's header says; --check
! chooses such data. Not where other loops are around, or inside.
! CHECK-COUNT-10: ok
! CODE: warning: kernel 'chained': the loop over 'i_1' stays on one work-item
! CODE: warning: kernel 'in_steps': the loop over 'k' stays on one work-item
! CODE: assumed that no two iterations of 'do concurrent' use the element of 'a' that 'a_0' assigns
! CODE: void scatter(
! CODE-NOT: for (
! CODE: a[ix[128 * gid(0) + lid(0)] - 1] =
subroutine scatter(n, m, ix, b, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: b(n)
  real(RK), intent(inout) :: a(m)
  integer :: i
  do concurrent (i = 1:n)
    a(ix(i)) = b(i)*2
  end do
end subroutine

! CODE: update: update in
! CODE-NEXT: assumed that no two
subroutine update(n, m, ix, b, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: b(m, n)
  real(RK), intent(inout) :: a(m, m)
  integer :: i, j
  do concurrent (i = 1:n, j = 1:m, b(j, i) > 0.5)
    a(j, ix(i)) = a(j, ix(i))*2 + b(j, i)
  end do
end subroutine

! Two statements of an iteration have their order.
subroutine chained(n, m, ix, b, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: b(n)
  real(RK), intent(inout) :: a(m)
  integer :: i
  do concurrent (i = 1:n)
    a(ix(i)) = b(i)*2
    a(ix(i)) = a(ix(i)) + 1
  end do
end subroutine

! Steps, too.
subroutine in_steps(n, m, ix, b, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: b(n)
  real(RK), intent(inout) :: a(m)
  integer :: i, k
  do k = 1, 3
    do concurrent (i = 1:n)
      a(ix(i)) = a(ix(i))*b(i) + k
    end do
  end do
end subroutine

! CODE: void affine(
subroutine affine(n, m, ix, b, a)
  implicit none
  integer, intent(in) :: n, m, ix(n)
  real(RK), intent(in) :: b(n)
  real(RK), intent(inout) :: a(m)
  integer :: i
  do concurrent (i = 1:n)
    a(i) = b(i) + ix(i)
  end do
end subroutine
