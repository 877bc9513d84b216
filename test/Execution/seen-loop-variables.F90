! Loop variables that what is called in the loop reads without being given them:
! of modules, of hosts; and those that are results of functions.
! REQUIRES: gfortran, opencl
! RUN: %loopyc %s --check --target=opencl,c --param n=5 --param m=3 --param early_n=5 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %unoptimised %loopyc %s --check --target=opencl,c --param n=1 --param m=1 --param early_n=1 2>&1 | FileCheck %s --implicit-check-not=FAILED
! RUN: %loopyc %s --check --target=c --param n=0 --param m=2 --param early_n=0 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=FAILED
! RUN: %loopyc %s -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL --allow-empty
! RUN: %loopyc %s --emit=ir -o - 2>/dev/null | FileCheck %s --check-prefix=IR
! CHECK-DAG: check: with_module: {{.*}}: ok
! CHECK-DAG: check: left_early: {{.*}}: ok
! CHECK-DAG: check: two: {{.*}}: ok
! CHECK-DAG: check: found: {{.*}}: ok
! CHECK-DAG: check: points: {{.*}}: ok
! CHECK-DAG: check: search: {{.*}}: ok
! CHECK-DAG: check: common_loops: {{.*}}: ok
! NONE-DAG: check: with_module: {{.*}}: ok
! NONE-DAG: check: found: {{.*}}: ok
! Nests are parallel where the callee reads the caller's loops.
! SERIAL-NOT: kernel '{{with_module|two|points}}'
! IR-LABEL: KERNEL: with_module
! IR: helper_1 = a[kk_1{{.*}}]*float64(kk_1{{.*}} + 1)
module counters
  implicit none
  integer :: kk = -7, ll = 2
contains
  subroutine with_module(n, a)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    do kk = 1, n
      a(kk) = a(kk) + helper(a(kk))
    end do
  end subroutine
  real(8) function helper(x)
    real(8), intent(in) :: x
    helper = x*kk
  end function
  ! The value is that of the iteration in which it was left.
  subroutine left_early(early_n, a, b)
    integer, intent(in) :: early_n
    real(8), intent(in) :: a(early_n)
    real(8), intent(inout) :: b(early_n)
    do kk = 1, early_n
      b(kk) = helper(b(kk))
      if (a(kk) > 0.5d0) exit
    end do
  end subroutine
  subroutine two(n, m, a)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    do ll = 1, m
      do kk = 1, n
        call point(a(kk, ll))
      end do
    end do
  end subroutine
  subroutine point(x)
    real(8), intent(inout) :: x
    x = x + kk + 10*ll
  end subroutine
end module
integer function first(n, t) result(k)
  integer, intent(in) :: n
  real(8), intent(in) :: t(n)
  do k = 1, n - 1
    if (t(k) < t(k + 1)) return
  end do
  k = 2*k
end function
subroutine found(n, m, t, top)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: t(n, m)
  integer, intent(inout) :: top(m)
  integer :: k, j
  integer, external :: first
  do j = 1, m
    k = first(n, t(:, j))
    top(j) = top(j) + k
  end do
end subroutine
! A host's variable that the callee's loop is over.
subroutine search(n, m, x, y, c)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n), y(m)
  integer, intent(inout) :: c(m)
  integer :: j, i
  do j = 1, m
    call look(y(j))
    c(j) = i
  end do
contains
  subroutine look(v)
    real(8), intent(in) :: v
    do i = 1, n
      if (x(i) < v) exit
    end do
  end subroutine
end subroutine
subroutine common_loops(n, m, a)
  integer n, m, i, j
  real(8) a(n, m)
  common /loops/ i, j
  do j = 1, m
    do i = 1, n
      call in_common(a(i, j))
    end do
  end do
end subroutine
subroutine in_common(x)
  integer row, column
  real(8) x
  common /loops/ row, column
  x = x + 100*row + column
end subroutine
program main
  implicit none
  real(8) :: a(5, 3) = 1
  integer :: i, j
  call run(5, 3)
  print '(5f8.2)', a
contains
  subroutine run(n, m)
    integer, intent(in) :: n, m
    !$loopy begin kernel: points
    do j = 1, m
      do i = 1, n
        call at
      end do
    end do
    !$loopy end kernel: points
  end subroutine
  subroutine at
    a(i, j) = a(i, j) + i + 10*j
  end subroutine
end program
