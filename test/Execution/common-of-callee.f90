! Variables of common blocks that only a called procedure declares: the stub
! declares the block, with names of its own.
! REQUIRES: gfortran
! RUN: %loopyc %s --check --target=c --param n=7 -Wno-serial | FileCheck %s
! RUN: %if opencl %{ %loopyc %s --check --target=opencl --param n=37 -Wno-serial | FileCheck %s %}
! CHECK-NOT: FAILED
! CHECK-DAG: check: ax: {{.*}}: ok
! CHECK-DAG: check: both: {{.*}}: ok
! CHECK-DAG: check: counted: {{.*}}: ok
! CHECK-DAG: check: axe: {{.*}}: ok
! CHECK-NOT: FAILED
subroutine ax(w, u, n)
  integer n, e
  real*8 w(8, n), u(8, n)
  do e = 1, n
    call axe(w(1, e), u(1, e))
  end do
end
! The block is known to the caller, too, by other names; one of its variables is
! mentioned in each.
subroutine both(w, u, n)
  integer n, e, m
  real*8 w(8, n), u(8, n), table(8, 8), h
  common /dxyz/ table, h, m
  do e = 1, n
    call axe(w(1, e), u(1, e))
    w(1, e) = w(1, e) + table(2, 3)
  end do
end
subroutine axe(w, u)
  real*8 w(8), u(8), d(8, 8), s, scale
  integer used
  common /dxyz/ d, scale, used
  integer i, l
  do i = 1, 8
    s = 0
    do l = 1, 8
      s = s + d(i, l)*u(l)
    end do
    w(i) = scale*s
  end do
end
subroutine counted(n, x)
  integer n, i
  real*8 x(n)
  do i = 1, n
    call count_up(x(i))
  end do
end
subroutine count_up(x)
  real*8 x, last
  integer calls
  common calls, last
  calls = calls + 1
  x = x + calls
end
