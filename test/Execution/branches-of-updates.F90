! Updates under conditions, row after row, each behind all those of the rows
! before: what hides them is asked for each of them once, not on every path.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=50 -Werror=serial | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=50 -Werror=serial | FileCheck %s %}
! CHECK: check: branches: {{.*}}: ok
#define ROW(K) if (a > K) then; if (b > K) then; a = a*0.5d0; c = c + a
#define OTHERWISE else if (c < b) then; b = b - a; else; c = c*0.5d0; end if
#define END_ROW else; c = c + 1; end if
subroutine branches(n, x, y, z)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(out) :: z(n)
  integer :: i
  real(8) :: a, b, c
  do i = 1, n
    a = x(i)
    b = y(i)
    c = 0
    ROW(0.00d0)
    OTHERWISE
    END_ROW
    ROW(0.05d0)
    OTHERWISE
    END_ROW
    ROW(0.10d0)
    OTHERWISE
    END_ROW
    ROW(0.15d0)
    OTHERWISE
    END_ROW
    ROW(0.20d0)
    OTHERWISE
    END_ROW
    ROW(0.25d0)
    OTHERWISE
    END_ROW
    ROW(0.30d0)
    OTHERWISE
    END_ROW
    ROW(0.35d0)
    OTHERWISE
    END_ROW
    ROW(0.40d0)
    OTHERWISE
    END_ROW
    ROW(0.45d0)
    OTHERWISE
    END_ROW
    ROW(0.50d0)
    OTHERWISE
    END_ROW
    ROW(0.55d0)
    OTHERWISE
    END_ROW
    ROW(0.60d0)
    OTHERWISE
    END_ROW
    ROW(0.65d0)
    OTHERWISE
    END_ROW
    ROW(0.70d0)
    OTHERWISE
    END_ROW
    ROW(0.75d0)
    OTHERWISE
    END_ROW
    ROW(0.80d0)
    OTHERWISE
    END_ROW
    ROW(0.85d0)
    OTHERWISE
    END_ROW
    ROW(0.90d0)
    OTHERWISE
    END_ROW
    ROW(0.95d0)
    OTHERWISE
    END_ROW
    z(i) = a + b*c
  end do
end subroutine
