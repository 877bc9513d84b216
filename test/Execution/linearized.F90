! REQUIRES: gfortran, opencl
! RUN: %loopyc %s -DRK=8 --check --target=opencl,c --param n=7 --param m=5 --param k=4 -Wno-serial | FileCheck %s
! RUN: %loopyc %s -DRK=4 --check --target=opencl,c --param n=131 --param m=3 --param k=2 -Wno-serial | FileCheck %s
! RUN: %unoptimised %loopyc %s -DRK=8 --check --target=opencl,c --param n=2 --param m=1 --param k=1 -Wno-serial | FileCheck %s
! RUN: %loopyc %s -DRK=8 --emit=device --target=opencl -o - 2> %t.err | FileCheck %s --check-prefix=CODE
! RUN: FileCheck %s --check-prefix=SERIAL < %t.err

! Arrays with one axis for several. With extents that are only known when the
! program runs, subscripts are products; iterations are told apart by the ranges
! of the inner ones.
! CHECK-COUNT-12: ok
! CODE-LABEL: void grid(
! CODE: gid(2)
subroutine grid(n, m, k, a, b)
  implicit none
  integer, intent(in) :: n, m, k
  real(RK), intent(in) :: a((n+2)*(m+2)*(k+2))
  real(RK), intent(inout) :: b((n+2)*(m+2)*(k+2))
  integer :: x, y, z, at
  do z = 1, k
    do y = 1, m
      do x = 1, n
        at = x + 1 + (n+2)*(y + (m+2)*z)
        b(at) = b(at) + a(at-1) + a(at+1) + a(at-(n+2)) + a(at+(n+2)) &
          + a(at-(n+2)*(m+2)) + a(at+(n+2)*(m+2))
      end do
    end do
  end do
end subroutine

! Rows of a flat array, without a halo.
! CODE-LABEL: void rows(
! CODE: gid(1)
subroutine rows(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n*m)
  real(RK), intent(out) :: b(n*m)
  integer :: i, j
  do j = 0, m - 1
    do i = 1, n
      b(i + j*n) = 2*a(i + j*n)
    end do
  end do
end subroutine

! Every step-th element: the step is not zero.
! CODE-LABEL: void every{{(_[0-9])?}}(
! CODE: gid(0)
! SERIAL-NOT: kernel 'every'
subroutine every(n, k, a, b)
  implicit none
  integer, intent(in) :: n, k
  real(RK), intent(in) :: a(n*k)
  real(RK), intent(inout) :: b(n*k)
  integer :: i
  do i = 1, n*k, k
    b(i) = a(i) + b(i)
  end do
end subroutine

! The butterflies of a Fourier transform.
! CODE-LABEL: void butterflies(
! CODE: gid(1)
subroutine butterflies(n, m, x, y)
  implicit none
  integer, intent(in) :: n, m
  complex(RK), intent(in) :: x(0:2*n*m-1)
  complex(RK), intent(out) :: y(0:2*n*m-1)
  integer :: j, i
  do j = 0, n - 1
    do i = 0, m - 1
      y(i + 2*j*m) = x(i + j*m) + x(i + j*m + n*m)
      y(i + 2*j*m + m) = x(i + j*m) - x(i + j*m + n*m)
    end do
  end do
end subroutine

! Here rows share elements: the last one of each is the next one's first.
! SERIAL: kernel 'shared': the loop over 'j' stays on one work-item
! SERIAL: 'b'
subroutine shared(n, m, a, b)
  implicit none
  integer, intent(in) :: n, m
  real(RK), intent(in) :: a(n*m + 1)
  real(RK), intent(inout) :: b(n*m + 1)
  integer :: i, j
  do j = 0, m - 1
    do i = 1, n + 1
      b(i + j*n) = b(i + j*n)*0.5 + a(i + j*n)
    end do
  end do
end subroutine

! Where a row begins is data: another value for each, which may be any.
! SERIAL: kernel 'rows_of_data': the loop over 'i' stays on one work-item
subroutine rows_of_data(n, m, p, x, a)
  implicit none
  integer, intent(in) :: n, m, p(m)
  real(RK), intent(in) :: x(m)
  real(RK), intent(inout) :: a(*)
  integer :: i, j, k
  do i = 1, m
    k = p(i)
    k = k - 1
    do j = 1, n
      a(k + j + n*i) = a(k + j + n*i)*0.5 + x(i)
    end do
  end do
end subroutine
