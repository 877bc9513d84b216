! Loops whose locality, or types of indices, the original's compiler may not
! know: what --check compiles says it by other statements.
! REQUIRES: gfortran
! RUN: %loopyc %s -DRK=8 --check --target=c -Wno-serial | FileCheck %s --implicit-check-not=FAILED
! RUN: %if opencl %{ %loopyc %s -DRK=4 --check --target=opencl -Wno-serial --param n=37 | FileCheck %s --implicit-check-not=FAILED %}
! RUN: %if opencl %{ %loopyc %s -DRK=8 --check --target=opencl -Wno-serial --param n=1 | FileCheck %s --implicit-check-not=FAILED %}
! CHECK-DAG: check: arrays: {{.*}}: ok
! CHECK-DAG: check: typed: {{.*}}: ok
! CHECK-DAG: check: marked: {{.*}}: ok
! CHECK-DAG: check: inside: {{.*}}: ok
module locality
  implicit none
contains
  subroutine arrays(n, a, b, w0)
    integer, intent(in) :: n
    real(RK), intent(in) :: a(n), w0(4)
    real(RK), intent(inout) :: b(n)
    real(RK) :: w(4), t
    integer :: i, k
    w = w0
    t = 3
    do concurrent (i = 1:n) local_init(w, t) local(k)
      do k = 1, 4
        w(k) = w(k)*a(i) + t
        t = t/2 + w(k)
      end do
      b(i) = sum(w) + t
    end do
    if (n > 0) b(1) = b(1) + w(2) - t
  end subroutine
  subroutine typed(n, a, b)
    integer, intent(in) :: n
    real(RK), intent(in) :: a(n, n)
    real(RK), intent(inout) :: b(n, n)
    real(RK) :: t
    t = 1
    outer: do concurrent (integer :: i = 1:n, j = 1:n, &
                          a(i, j) > 0) default(none) & ! of each
        shared(a, b) local_init(t)
      t = t + a(i, j)
      if (t > 2) cycle outer
      b(i, j) = b(i, j) + t
    end do outer
    if (n > 1) b(2, 1) = t
  end subroutine
  subroutine marked(n, a, b)
    integer, intent(in) :: n
    real(RK), intent(in) :: a(n)
    real(RK), intent(inout) :: b(n)
    real(RK) :: w(3)
    integer :: i
    w = [1, 2, 3]
    !$loopy begin kernel: marked
    do concurrent (i = 1:n) local_init(w)
      w(1) = w(1) + a(i)
      b(i) = w(1) + w(2)*w(3)
    end do
    !$loopy end kernel: marked
    if (n > 0) b(1) = b(1) + w(1)
  end subroutine
  subroutine inside(n, a, b)
    integer, intent(in) :: n
    real(RK), intent(in) :: a(n)
    real(RK), intent(inout) :: b(n, 3)
    real(RK) :: s, t
    integer :: i, k
    do k = 1, 3
      t = k
      do concurrent (i = 1:n) shared(a, b) local(s) local_init(t)
        s = 2*a(i); do while (s < 1); s = s + 1; end do
        t = t + s
        b(i, k) = t
      end do; b(:, k) = b(:, k) - t
    end do
  end subroutine
end module
