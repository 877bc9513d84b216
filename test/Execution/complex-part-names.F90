! Names of associate constructs for parts of complex variables.
! RUN: %loopyc %s --check --target=c --param n=1 --param m=1 | FileCheck %s
! RUN: %loopyc %s --check --target=c --param n=23 --param m=7 | FileCheck %s
! RUN: %loopyc %s --check --target=c -DKIND=8 --param n=13 --param m=5 | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=37 --param m=3 | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK-DAG: check: elements: {{.*}}: ok
! CHECK-DAG: check: sections: {{.*}}: ok
! CHECK-DAG: check: nested: {{.*}}: ok
! CHECK-DAG: check: inside: {{.*}}: ok
! CHECK-DAG: check: scalars: {{.*}}: ok
! CHECK-NOT: FAILED
#ifndef KIND
#define KIND 4
#endif
subroutine elements(n, z, x)
  integer, intent(in) :: n
  complex(KIND), intent(inout) :: z(0:n)
  real(KIND), intent(in) :: x(n)
  integer :: i
  associate (re => z%re, im => z%im)
    do i = 1, n
      re(i) = re(i + 1) + x(i)
      im(i + 1) = 2*im(i + 1)
    end do
    im(1) = size(re) + lbound(re, 1)
  end associate
end subroutine

subroutine sections(n, m, z, x)
  integer, intent(in) :: n, m
  complex(KIND), intent(inout) :: z(n, m)
  real(KIND), intent(in) :: x(n)
  integer :: j
  do j = 1, m
    associate (im => z(:, j)%im)
      im = im + x
      where (x > 0.5) im(:) = 1
      im(n:1:-1) = 2*im(n:1:-1)
    end associate
  end do
end subroutine

subroutine nested(n, m, z, x)
  integer, intent(in) :: n, m
  complex(KIND), intent(inout) :: z(2*n, m)
  real(KIND), intent(in) :: x(n)
  integer :: i, j
  do j = 1, m
    associate (row => z(2::2, j))
      associate (re => row%re)
        associate (some => re(:n))
          do i = 1, n
            some(i) = some(i)*x(i)
          end do
        end associate
      end associate
    end associate
  end do
end subroutine

subroutine around(n, m, z, x)
  integer, intent(in) :: n, m
  complex(KIND), intent(inout) :: z(n, m)
  real(KIND), intent(in) :: x(n)
  integer :: i
  associate (im => z(:, 1)%im)
    !$loopy begin kernel: inside
    do i = 1, n
      im(i) = im(i) + x(i)
    end do
    !$loopy end kernel: inside
  end associate
end subroutine

subroutine scalars(n, z, x)
  integer, intent(in) :: n
  complex(KIND), intent(inout) :: z(n)
  real(KIND), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    associate (r => z(i)%re, s => z(i)%im)
      x(i) = r + s
      r = 2
      s = x(i)
    end associate
  end do
end subroutine
