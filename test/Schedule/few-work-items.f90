! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s
! RUN: %loopyc %s -Werror=serial -o %t.none 2>&1 | FileCheck %s; not %loopyc %s -Werror=serial -o %t.none 2>/dev/null
! A loop that stays serial around nine iterations that are spread is said to be
! serial; one around sixty-four is not, nor is a short one.
! CHECK: [[#@LINE+11]]:7: {{.*}}: kernel 'push': the loop over 'i' stays on 9 work-items, for loops in it are spread: the output dependence on 'g'
! CHECK-SAME: [-W
! CHECK-NOT: stays on
subroutine push(n, e, ix, f, g)
  implicit none
  integer, intent(in) :: n, e(0:8), ix(n)
  real(8), intent(in) :: f(0:8, n)
  real(8), intent(inout) :: g(0:8, n)
  integer :: i, k
  do i = 1, n
    do k = 0, 8
      g(k, ix(i) + e(k)) = f(k, i)
    end do
  end do
end subroutine

subroutine wide(n, ix, f, g)
  implicit none
  integer, intent(in) :: n, ix(n)
  real(8), intent(in) :: f(64, n)
  real(8), intent(inout) :: g(64, n)
  integer :: i, k
  do i = 1, n
    do k = 1, 64
      g(k, ix(i)) = f(k, i)
    end do
  end do
end subroutine

subroutine short(ix, f, g)
  implicit none
  integer, intent(in) :: ix(5)
  real(8), intent(in) :: f(9, 5)
  real(8), intent(inout) :: g(9, 5)
  integer :: i, k
  do i = 1, 5
    do k = 1, 9
      g(k, ix(i)) = f(k, i)
    end do
  end do
end subroutine
