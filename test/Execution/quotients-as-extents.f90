! RUN: %loopyc %s --target=c,opencl --check --param=n=13 --param=m=5 | FileCheck %s
! RUN: %loopyc %s --target=c,opencl --check --param=n=1 --param=m=3 | FileCheck %s
! RUN: %loopyc %s --target=c,opencl --check --param=n=64 --param=m=2 | FileCheck %s
! RUN: %loopyc %s --target=opencl --emit=host -o - | FileCheck %s --check-prefix=HOST
! REQUIRES: gfortran, opencl

! Extents with a quotient: 16*(n/2) bytes, and not 16*n/2.
! CHECK: stage: c: ok
! CHECK: stage: opencl: ok
! CHECK: halves: c: ok
! CHECK: halves: opencl: ok
! HOST: holds(w, INT64_C(16) * ((int64_t) n / 2))
! HOST: max_i64((int64_t) m * ((int64_t) m / 2) * ((int64_t) n / 2), 0LL)
subroutine stage(n, x, w, y)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(in) :: x(0:n-1), w(0:n/2-1)
  complex(8), intent(out) :: y(0:n-1)
  integer :: j
  do j = 0, n/2 - 1
    y(2*j) = x(j) + x(j + n/2)
    y(2*j + 1) = w(j)*(x(j) - x(j + n/2))
  end do
end subroutine

subroutine halves(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n/2, m/2, m)
  real(8), intent(out) :: b(n/2, m/2, m)
  real(8) :: t(n/2, m/2, m)
  integer :: i, j, k
  do k = 1, m
    do j = 1, m/2
      do i = 1, n/2
        t(i, j, k) = 2*a(i, j, k)
      end do
    end do
  end do
  do k = 1, m
    do j = 1, m/2
      do i = 1, n/2
        b(i, j, k) = t(n/2 + 1 - i, m/2 + 1 - j, m + 1 - k)
      end do
    end do
  end do
end subroutine
