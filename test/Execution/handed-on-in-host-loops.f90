! Loops of the host around several launches, of which one iteration hands on to
! the next a scalar, a counter of its own, or scratch.
! REQUIRES: gfortran
! RUN: %loopyc %s --target=opencl --print-script -Wno-serial > %t.py
! RUN: FileCheck %s --check-prefix=SCRIPT < %t.py
! SCRIPT: knl = t["sums"]
! SCRIPT: lp.insert_global_barriers(knl)
! SCRIPT: knl = t["lagged"]
! SCRIPT: lp.insert_global_barriers(knl)
! SCRIPT: knl = t["turns"]
! SCRIPT: lp.insert_global_barriers(knl)
!
! DEFINE: %{check} = %loopyc %s --check -Wno-serial -Wno-branches --transform=%t.py
! RUN: %{check} --target=c --verify --param n=7 --param steps=5 | FileCheck %s
! RUN: %if opencl %{ %{check} --target=opencl --param n=131 --param steps=4 | FileCheck %s %}
! RUN: %{check} --target=c --param n=1 --param steps=2 | FileCheck %s
! RUN: %{check} --target=c --param n=0 --param steps=3 | FileCheck %s
! RUN: %{check} --target=c --param n=5 --param steps=0 | FileCheck %s
! CHECK: check: sums: {{.*}}: ok
! CHECK: check: lagged: {{.*}}: ok
! CHECK: check: turns: {{.*}}: ok
subroutine sums(n, steps, a, b, s)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s
  real(8) :: z(n), t
  integer :: it, i
  s = 0
  do it = 1, steps
    t = 0
    do i = 1, n
      t = t + a(i)*b(i)
    end do
    do i = 1, n
      z(i) = a(i) + t*b(i)
    end do
    do i = 2, n - 1
      a(i) = 0.25d0*(z(i - 1) + 2*z(i) + z(i + 1))/(1 + t*t)
    end do
    s = s + t
  end do
end subroutine

! `old` and `z` of the iteration before; `k` counts in a cycle.
subroutine lagged(n, steps, a, s)
  implicit none
  integer, intent(in) :: n, steps
  real(4), intent(inout) :: a(n)
  real(4), intent(out) :: s
  real(4) :: z(n), t, old
  integer :: it, i, k
  old = 1
  z = 0
  k = 1
  do it = 1, steps
    t = old
    do i = 1, n
      t = max(t, abs(a(i)))
    end do
    do i = 1, n
      z(i) = z(i)/2 + a(i)/t
    end do
    k = mod(k, 3) + 1
    do i = 1, n
      a(i) = a(i) + z(n + 1 - i)*old/k
    end do
    old = t
  end do
  s = old
end subroutine

! Two halves of scratch in turn, one written while the other is read.
subroutine turns(n, steps, a)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: a(n)
  real(8) :: z(0:n + 1, 2)
  integer :: it, i, now, next
  now = 1
  do i = 0, n + 1
    z(i, 1) = 0
    z(i, 2) = 0
  end do
  do i = 1, n
    z(i, now) = a(i)
  end do
  do it = 1, steps
    next = 3 - now
    do i = 1, n
      z(i, next) = 0.5d0*z(i, now) + 0.25d0*(z(i - 1, now) + z(i + 1, now))
    end do
    now = next
  end do
  do i = 1, n
    a(i) = z(i, now)
  end do
end subroutine
