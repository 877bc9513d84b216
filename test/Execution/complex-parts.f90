! Real and imaginary parts as targets: the other part stays.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c -Werror | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl -Werror | FileCheck %s %}
! RUN: %loopyc %s --no-map-parallel --emit=ir -o - | FileCheck %s --check-prefix=IR
! CHECK-DAG: check: parts: {{.*}}: ok
! CHECK-DAG: check: single: {{.*}}: ok
! CHECK-DAG: check: scalars: {{.*}}: ok
! CHECK-DAG: check: whole: {{.*}}: ok
! CHECK-DAG: check: nested: {{.*}}: ok
! CHECK-DAG: check: region: {{.*}}: ok

! IR-LABEL: KERNEL: parts
! IR: z[i] = cmplx(aimag(x[i]), aimag(z[i]))
! IR: z[i] = cmplx(real(z[i]), {{.*}}i{{.*}})
subroutine parts(n, x, z)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n)
  complex(8), intent(inout) :: z(n)
  integer :: i
  do i = 1, n
    z(i)%re = x(i)%im
    z(i)%im = i
  end do
end subroutine
subroutine single(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  complex(4), intent(inout) :: z(n)
  integer :: i
  do i = 1, n
    z(i)%im = z(i)%im + x(i)
    if (x(i) > 0.5d0) z(i)%re = z(i)%im
  end do
end subroutine
! A part of a scalar assigns it in part only.
subroutine scalars(n, s, z)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(inout) :: s, z(n)
  complex(8) :: t
  integer :: i
  do i = 1, n
    t = z(i)
    t%im = 2*t%im
    z(i) = t + z(i)
  end do
  s%re = z(1)%im
end subroutine
subroutine whole(n, x, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  complex(8), intent(inout) :: z(n)
  z%re = x
  z(2:n)%im = z(1:n-1)%im
  where (x > 0.5d0) z%im = 3
end subroutine
module waves
  implicit none
  type wave
    complex(8), allocatable :: a(:)
  end type
contains
  subroutine nested(w, v)
    type(wave), intent(inout) :: w(:), v
    integer :: k
    do k = lbound(v%a, 1), ubound(v%a, 1)
      v%a(k)%re = v%a(k)%im**2
    end do
  end subroutine
  subroutine around(n, z)
    integer, intent(in) :: n
    complex(8), intent(inout) :: z(n)
    complex(8) :: t
    integer :: i
    t = (3d0, 4d0)
    !$loopy begin kernel: region
    t%re = 1
    do i = 1, n
      z(i) = z(i)*t
    end do
    !$loopy end kernel: region
    print *, t
  end subroutine
end module
