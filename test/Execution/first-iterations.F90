! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 -Werror=serial --check --target=opencl,c --param n=131 | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=4 -Werror=serial --check --target=opencl --param n=1 | FileCheck %s --check-prefix=ONE
! RUN: %loopyc %s -DRK=8 --verify | FileCheck %s --check-prefix=VERIFY
! RUN: %loopyc %S/Inputs/no-first-iterations.f90 -o %t 2>&1 | FileCheck %s --check-prefix=SERIAL
! The body of a loop that is left from inside runs once, at least: what it
! assigns is private to the iterations around it.
! CHECK: check: newton: opencl: ok
! CHECK: check: newton: c: ok
! CHECK: check: pieces: opencl: ok
! CHECK: check: pieces: c: ok
! ONE: check: newton: opencl: ok
! ONE: check: pieces: opencl: ok
! VERIFY-NOT: FAILED
subroutine newton(n, t, q)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(inout) :: t(n)
  real(RK), intent(out) :: q(n)
  integer :: i, it
  real(RK) :: d, x, qs
  do i = 1, n
    x = t(i)
    it = 0
    do
      it = it + 1
      qs = x*x + 1
      d = (x - qs/2)/(1 + qs)
      x = x - d
      if (abs(d) < real(1.0e-5, RK) .or. it >= 20) exit
    end do
    t(i) = x
    q(i) = qs
  end do
end subroutine

! Arrays that are filled by loops inside, and a way past the rest of the body.
subroutine pieces(n, a, b)
  implicit none
  integer, intent(in) :: n
  real(RK), intent(in) :: a(n)
  real(RK), intent(inout) :: b(n)
  real(RK) :: w(4), r
  integer :: i, k, it
  do i = 1, n
    r = a(i)
    it = 0
    do
      it = it + 1
      do k = 1, 4
        w(k) = r/(k + it)
      end do
      if (w(2) > 1) then
        r = r/2
        cycle
      end if
      r = r/3
      if (it > 7 .or. abs(r) < real(0.01, RK)) exit
    end do
    do k = 1, 4
      b(i) = b(i) + w(k)
    end do
  end do
end subroutine
! SERIAL: kernel 'behind': the loop over 'i' stays on one work-item: {{.*}} 'q'
! SERIAL: kernel 'tested': the loop over 'i' stays on one work-item: {{.*}} 'q'
! SERIAL: kernel 'second': the loop over 'i' stays on one work-item: {{.*}} 'q'
