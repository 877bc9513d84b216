! Scratch of which each iteration fills a part that begins where data say, and
! reads that part: it is its own, as long as the beginning stays what it is.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=13 --param m=5 --param nb=3 --init 'first=1+3*i0' --init 'last=4+4*i0' --init 'shift=i0%%2' 2>&1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=1 --param m=1 --param nb=1 --init 'first=1' --init 'last=i0' --init 'shift=0' 2>&1 | FileCheck %s
! RUN: %loopyc %s --report | FileCheck %s --check-prefix=REPORT
! CHECK-NOT: FAILED
! CHECK-DAG: check: own: c: ok
! CHECK-DAG: check: moved: c: ok
! REPORT: do b in 'own'
! REPORT: do i: parallel, spread over the device
! REPORT: private: {{.*}}t
! REPORT: do b in 'moved'
! REPORT: do i: serial
! REPORT: carries flow on 't'
subroutine own(m, nb, n, first, last, k, tau)
  integer, intent(in) :: m, nb, n, first(nb), last(nb)
  real(8), intent(in) :: k(n)
  real(8), intent(inout) :: tau(m, n)
  real(8) :: t(n)
  integer :: i, b, j, lo, hi
  do b = 1, nb
    lo = first(b)
    hi = last(b)
    do i = 1, m
      do j = lo, hi
        t(j) = 2*k(j) + i
      end do
      do j = lo, hi
        tau(i, j) = tau(i, j) + t(j)
      end do
    end do
  end do
end subroutine
! What is read from there is what an iteration before has left.
subroutine moved(m, nb, n, first, last, shift, k, tau)
  integer, intent(in) :: m, nb, n, first(nb), last(nb), shift(m)
  real(8), intent(in) :: k(n)
  real(8), intent(inout) :: tau(m, n)
  real(8) :: t(n)
  integer :: i, b, j, lo, hi
  t = 0
  do b = 1, nb
    do i = 1, m
      lo = first(b)
      hi = last(b) - shift(i)
      do j = lo, hi
        t(j) = 2*k(j) + i
      end do
      lo = lo + shift(i)
      hi = hi + shift(i)
      do j = lo, hi
        tau(i, j) = tau(i, j) + t(j)
      end do
    end do
  end do
end subroutine
