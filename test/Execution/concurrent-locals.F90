! Variables that each iteration of a do concurrent has for itself, with which
! loops inside count.
! REQUIRES: gfortran
! RUN: %loopyc %s -DRK=8 --check --target=c -Wno-serial | FileCheck %s --implicit-check-not=FAILED
! RUN: %if opencl %{ %loopyc %s -DRK=4 --check --target=opencl -Wno-serial --param n=37 | FileCheck %s --implicit-check-not=FAILED %}
! RUN: %if opencl %{ %loopyc %s -DRK=8 --check --target=opencl -Wno-serial --param n=1 | FileCheck %s --implicit-check-not=FAILED %}
! RUN: %loopyc %s -DRK=8 --verify --param n=5 -Wno-serial | FileCheck %s --check-prefix=VERIFY
! RUN: %loopyc %s -DRK=8 --emit=ir -o - -Wno-serial | FileCheck %s --check-prefix=IR
! CHECK-DAG: check: counts: {{.*}}: ok
! CHECK-DAG: check: used_after: {{.*}}: ok
! CHECK-DAG: check: nested: {{.*}}: ok
! CHECK-DAG: check: of_type: {{.*}}: ok
! VERIFY-DAG: verify: counts: ok
! VERIFY-DAG: verify: used_after: ok
! VERIFY-DAG: verify: nested: ok
! VERIFY-DAG: verify: of_type: ok
! IR-LABEL: KERNEL: counts
! IR: i_1_inner: l.0
subroutine counts(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n)
  real(RK) :: w(4)
  integer :: i, k
  do concurrent (i = 1:n) local(k, w)
    do k = 1, 4
      w(k) = k*a(i)
    end do
    b(i) = w(1) + w(4)
  end do
end subroutine
! The copy has the loop's last value, and what is outside keeps its own.
subroutine used_after(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n)
  integer :: i, k
  k = 50
  do concurrent (i = 1:n) local(k)
    do k = 1, 7
      if (a(i) > 0 .and. k > 3) exit
    end do
    b(i) = k
  end do
  if (n > 0) b(1) = b(1) + k
end subroutine
subroutine nested(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n, n)
  real(RK) :: s
  integer :: i, j, k
  do concurrent (i = 1:n) local(s, k)
    do concurrent (j = 1:n) local(k, s)
      s = 0
      do k = 1, 3
        s = s + k*a(j)
      end do
      b(j, i) = b(j, i) + s
    end do
    s = 0
    do k = n, 1, -1
      s = s + b(k, i)
    end do
    b(1, i) = s
  end do
end subroutine
! Components, too.
module pairs
  type pair
    real(RK) :: x, w(3)
    integer :: k
  end type
end module
subroutine of_type(n, a, b, r)
  use pairs
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n), r
  type(pair) :: s, t
  integer :: i
  s%x = 5
  s%w = 2
  t%x = 3
  t%k = 7
  do concurrent (i = 1:n) local(s) local_init(t)
    s%x = a(i)
    s%w(:) = 2*a(i)
    if (a(i) > 0) t%k = t%k + 1
    t%x = t%x + s%x
    b(i) = s%x + s%w(2) + t%x*t%k
  end do
  r = s%x + s%w(1) + t%x + t%k
end subroutine
